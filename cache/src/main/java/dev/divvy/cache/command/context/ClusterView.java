package dev.divvy.cache.command.context;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * The cluster as a node knows it; a change of the cluster makes a new view.
 *
 * @param myId the id of this node
 * @param epoch the epoch of the allocation
 * @param tokens the mapping from keys to tokens
 * @param nodes all nodes, in the order in which they are shown
 */
public record ClusterView(String myId, long epoch, Tokens tokens, List<Node> nodes) {

    /**
     * A node of the cluster.
     *
     * @param id 40 hexadecimal digits, see {@link #idOf}
     * @param host the host for clients
     * @param port the port for clients
     * @param busPort the port of the cluster bus in Redis, which clients never use
     * @param slots the tokens that it owns
     * @param connected whether it is a member; a node that left is shown until others own its tokens, since clients need a map without
     *     holes
     */
    public record Node(
            String id, String name, String host, int port, int busPort, Runs slots, boolean myself, boolean connected) {

        /** Returns this node as one that left while it still owns these tokens. */
        public Node disconnected(Runs remaining) {
            return new Node(id, name, host, port, busPort, remaining, myself, false);
        }
    }

    public ClusterView {
        nodes = List.copyOf(nodes);
    }

    /** Whether clients may find the node of a key by themselves: only if keys map to tokens as in Redis. */
    public boolean clientsMayRoute() {
        return tokens.equals(Tokens.redis());
    }

    /** Whether every token has a connected owner. */
    public boolean isComplete() {
        return servedTokens() == tokens.count();
    }

    /** Returns the number of tokens whose owner is connected. */
    public int servedTokens() {
        return nodes.stream()
                .filter(Node::connected)
                .mapToInt(node -> node.slots().count())
                .sum();
    }

    public int ownedTokens() {
        return nodes.stream().mapToInt(node -> node.slots().count()).sum();
    }

    /** Returns the id of a member in the form that Redis clients expect: 40 hexadecimal digits of a hash of its name. */
    public static String idOf(String member) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest(member.getBytes(StandardCharsets.UTF_8));
            return String.format("%040x", new BigInteger(1, hash));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(
                    "this Java runtime has no SHA-1, which every Java platform must provide", e);
        }
    }
}
