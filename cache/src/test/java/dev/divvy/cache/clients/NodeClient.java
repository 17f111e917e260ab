package dev.divvy.cache.clients;

import dev.divvy.testservers.process.NodeProgram;
import dev.divvy.testservers.process.TestProcess;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The client node-redis, in a Node.js program that runs the calls it reads. */
final class NodeClient implements Client {

    private static final String ANSWER = "answer ";

    private static final List<String> LOST = List.of(
            "SocketClosedUnexpectedlyError",
            "ClientClosedError",
            "ClientOfflineError",
            "DisconnectsClientError",
            "ECONNREFUSED",
            "ECONNRESET",
            "EPIPE");

    private final TestProcess process;
    private int calls;

    private NodeClient(TestProcess process) {
        this.process = process;
        List<String> unused = process.awaitOutput("READY", 1);
    }

    static NodeClient cluster(List<InetSocketAddress> nodes) {
        String ports =
                nodes.stream().map(node -> String.valueOf(node.getPort())).collect(Collectors.joining(","));
        return new NodeClient(NodeProgram.start("node-redis", "client.js", "cluster", ports, "2"));
    }

    /** Returns a client of one node, with this version of the protocol. */
    static NodeClient plain(InetSocketAddress node, int protocol) {
        return new NodeClient(NodeProgram.start(
                "node-redis", "client.js", "plain", String.valueOf(node.getPort()), String.valueOf(protocol)));
    }

    @Override
    public String name() {
        return "node-redis";
    }

    @Override
    public void set(String key, String value) throws RetriableException {
        String reply = ask("set", key, value);
        if (!reply.equals("\"OK\"")) {
            throw new AssertionError("node-redis got the reply " + reply);
        }
    }

    @Override
    public @Nullable String get(String key) throws RetriableException {
        String reply = ask("get", key);
        return reply.equals("null") ? null : reply.substring(1, reply.length() - 1);
    }

    private String ask(String method, String... words) throws RetriableException {
        String outcome =
                call(method, Stream.of(words).map(word -> '"' + word + '"').collect(Collectors.joining(",")));
        if (outcome.startsWith(ANSWER)) {
            return outcome.substring(ANSWER.length());
        }
        throw RetriableException.of(process.tail(), outcome, LOST);
    }

    /** Calls a method of the client, with arguments in JSON; returns {@code answer JSON} or {@code error MESSAGE}. */
    String call(String method, String arguments) {
        calls++;
        process.send(calls + " " + method + " [" + arguments + "]");
        return process.awaitOutput(calls + " ", 1).get(0);
    }

    @Override
    public void close() {
        process.close();
    }
}
