package dev.divvy.cache.command.context;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * The cluster as a node knows it. It is replaced whenever the cluster changes.
 *
 * @param myId the id of this node
 * @param epoch of the allocation
 * @param tokens how keys become tokens
 * @param nodes all nodes, in the order in which they are shown
 */
public record ClusterView(String myId, long epoch, Tokens tokens, List<Node> nodes) {

    /**
     * A node.
     *
     * @param id 40 hexadecimal digits, see {@link #idOf}
     * @param host where clients find it
     * @param port where clients find it
     * @param busPort where the other nodes find it
     * @param slots the tokens that it owns
     * @param connected whether it is there; one that is gone is shown until others own its tokens, since clients need a map without holes
     */
    public record Node(
            String id, String name, String host, int port, int busPort, Runs slots, boolean myself, boolean connected) {

        /** This node when it is not there any more. */
        public Node gone(Runs left) {
            return new Node(id, name, host, port, busPort, left, myself, false);
        }
    }

    public ClusterView {
        nodes = List.copyOf(nodes);
    }

    /** Only with the tokens and the rule of Redis can a client find the node of a key by itself. */
    public boolean clientsMayRoute() {
        return tokens.equals(Tokens.redis());
    }

    /** Whether every token has an owner who is there. */
    public boolean isComplete() {
        return served() == tokens.count();
    }

    /** Tokens whose owner is there. */
    public int served() {
        return nodes.stream()
                .filter(Node::connected)
                .mapToInt(node -> node.slots().count())
                .sum();
    }

    public int owned() {
        return nodes.stream().mapToInt(node -> node.slots().count()).sum();
    }

    /** The id of a member in the form that clients of Redis expect: 40 hexadecimal digits of a hash of its name. */
    public static String idOf(String member) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest(member.getBytes(StandardCharsets.UTF_8));
            return String.format("%040x", new BigInteger(1, hash));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }
}
