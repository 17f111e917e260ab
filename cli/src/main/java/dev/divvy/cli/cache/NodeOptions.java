package dev.divvy.cli.cache;

import dev.divvy.cli.options.HostPort;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Secrets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that select a node; several commands share them. */
public final class NodeOptions {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set before the command runs
    private CommandSpec spec;

    @Option(names = "--at", paramLabel = "<host:port>", converter = HostPort.class, defaultValue = "127.0.0.1:7401")
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7401);

    @Option(names = "--password", paramLabel = "<text>", descriptionKey = "client-password")
    private Optional<String> password = Optional.empty();

    @Option(names = "--password-file", paramLabel = "<file>", descriptionKey = "client-password-file")
    private Optional<Path> passwordFile = Optional.empty();

    @Option(names = "--tls-ca", paramLabel = "<file>")
    private Optional<Path> authorities = Optional.empty();

    public InetSocketAddress address() {
        return address;
    }

    /** Returns the credentials that the options and the environment give. */
    public NodeAccess access() {
        try {
            Optional<String> secret = Secrets.read(spec, "--password", password, passwordFile);
            return new NodeAccess(secret, authorities.map(NodeAccess::trusting));
        } catch (IllegalArgumentException e) {
            throw Failure.wrongUsage("--tls-ca: " + e.getMessage());
        }
    }

    /** Sends a command to the node and returns its reply; an error reply is a failure. */
    public NodeReply ask(String... words) {
        String where = HostPort.shown(address);
        try (NodeClient client = NodeClient.connect(address, access(), TIMEOUT)) {
            NodeReply reply = client.ask(words);
            if (reply.isError()) {
                throw Failure.failed("the node at " + where + " answered: " + reply.text());
            }
            return reply;
        } catch (IOException e) {
            throw Failure.failed("there is no node at " + where + " (" + e.getMessage()
                    + "); start one with ./divvy up or ./divvy node, or name another with --at HOST:PORT");
        }
    }
}
