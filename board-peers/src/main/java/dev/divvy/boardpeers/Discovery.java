package dev.divvy.boardpeers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The way in which the nodes of a mesh find each other. */
public sealed interface Discovery {

    /** A list of addresses. It may contain the node's own address, and not every node of it must be running. */
    record Static(List<InetSocketAddress> peers) implements Discovery {
        public Static {
            peers = List.copyOf(peers);
            peers.forEach(peer -> MeshSettings.checkReachable("peer", peer));
        }
    }

    /** A folder that all nodes share: each writes a file into it. */
    record Folder(Path path) implements Discovery {
        public Folder {
            Objects.requireNonNull(path, "path");
        }
    }

    /** Multicast requests within one network, encrypted like everything else that nodes send. */
    record Multicast(InetAddress group, int port) implements Discovery {
        public Multicast {
            if (!group.isMulticastAddress()) {
                throw new IllegalArgumentException(
                        "discovery by multicast at " + group.getHostAddress() + ": that is not a multicast address");
            }
            MeshSettings.checkPort("discovery by multicast", port);
        }
    }

    /** A DNS name that resolves to the addresses of all nodes; all of them listen on this port. */
    record Dns(String name, int port) implements Discovery {
        public Dns {
            if (name.isBlank()) {
                throw new IllegalArgumentException("discovery by DNS: the name is empty");
            }
            MeshSettings.checkPort("discovery by DNS name " + name, port);
        }
    }
}
