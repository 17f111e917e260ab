package dev.divvy.boardpeers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** How the nodes of a mesh find each other. */
public sealed interface Discovery {

    /** A list of addresses. The own one may be in it or not; not all need to be up. */
    record Static(List<InetSocketAddress> peers) implements Discovery {
        public Static {
            peers = List.copyOf(peers);
            peers.forEach(peer -> MeshSettings.checkReachable("peer", peer));
        }
    }

    /** A folder that all share: each node leaves a file there. */
    record Folder(Path path) implements Discovery {
        public Folder {
            Objects.requireNonNull(path, "path");
        }
    }

    /** A call to all in one network, sealed like everything else that nodes send. */
    record Multicast(InetAddress group, int port) implements Discovery {
        public Multicast {
            if (!group.isMulticastAddress()) {
                throw new IllegalArgumentException(
                        "discovery by multicast at " + group.getHostAddress() + ": that is no multicast address");
            }
            MeshSettings.checkPort("discovery by multicast", port);
        }
    }

    /** A name that stands for the addresses of all nodes; all of them listen on this port. */
    record Dns(String name, int port) implements Discovery {
        public Dns {
            if (name.isBlank()) {
                throw new IllegalArgumentException("discovery by DNS: the name is empty");
            }
            MeshSettings.checkPort("discovery by DNS name " + name, port);
        }
    }
}
