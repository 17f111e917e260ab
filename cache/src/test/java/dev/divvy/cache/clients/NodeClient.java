package dev.divvy.cache.clients;

import dev.divvy.testservers.process.NodeProgram;
import dev.divvy.testservers.process.TestProcess;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The client of Node.js, in a program that does what it is told. */
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
    private int asked;

    private NodeClient(TestProcess process) {
        this.process = process;
        List<String> unused = process.awaitSaid("READY", 1);
    }

    static NodeClient cluster(List<InetSocketAddress> nodes) {
        String ports =
                nodes.stream().map(node -> String.valueOf(node.getPort())).collect(Collectors.joining(","));
        return new NodeClient(NodeProgram.start("node-redis", "client.js", "cluster", ports, "2"));
    }

    /** A client of one node that speaks this version of the protocol. */
    static NodeClient plain(InetSocketAddress node, int protocol) {
        return new NodeClient(NodeProgram.start(
                "node-redis", "client.js", "plain", String.valueOf(node.getPort()), String.valueOf(protocol)));
    }

    @Override
    public String name() {
        return "node-redis";
    }

    @Override
    public void set(String key, String value) throws Setback {
        String answer = ask("set", key, value);
        if (!answer.equals("\"OK\"")) {
            throw new AssertionError("node-redis was answered " + answer);
        }
    }

    @Override
    public @Nullable String get(String key) throws Setback {
        String answer = ask("get", key);
        return answer.equals("null") ? null : answer.substring(1, answer.length() - 1);
    }

    private String ask(String method, String... words) throws Setback {
        String said =
                tell(method, Stream.of(words).map(word -> '"' + word + '"').collect(Collectors.joining(",")));
        if (said.startsWith(ANSWER)) {
            return said.substring(ANSWER.length());
        }
        throw Setback.of(process.tail(), said, LOST);
    }

    /** Calls a method of the client, with arguments in JSON; {@code answer JSON} or {@code error MESSAGE}. */
    String tell(String method, String arguments) {
        asked++;
        process.tell(asked + " " + method + " [" + arguments + "]");
        return process.awaitSaid(asked + " ", 1).get(0);
    }

    @Override
    public void close() {
        process.close();
    }
}
