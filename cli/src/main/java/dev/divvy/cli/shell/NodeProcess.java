package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.TypeConversionException;

/** The process of a node, which is on this machine and really is that node: nothing else is ever ended. */
final class NodeProcess {

    private final ProcessHandle process;

    private NodeProcess(ProcessHandle process) {
        this.process = process;
    }

    static NodeProcess of(NodeRow node) {
        if (!isHere(node)) {
            throw Failure.failed(
                    node.name() + " at " + node.listen() + " is not on this machine; end it where it runs");
        }
        ProcessHandle process = ProcessHandle.of(node.pid())
                .filter(ProcessHandle::isAlive)
                .orElseThrow(() ->
                        Failure.failed(node.name() + " is gone already; bring it back with: start " + node.number()));
        if (!CommandLineOf.isNode(CommandLineOf.process(process), node.name())) {
            throw Failure.failed("process " + node.pid() + " of this machine is not the node " + node.name()
                    + "; nothing was ended");
        }
        return new NodeProcess(process);
    }

    private static boolean isHere(NodeRow node) {
        try {
            InetAddress host = node.address().getAddress();
            return host.isLoopbackAddress()
                    || host.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(host) != null;
        } catch (IOException | TypeConversionException e) {
            return false;
        }
    }

    /** Ends it by force. */
    void kill() {
        process.destroyForcibly();
    }

    /** Asks it to leave. */
    void stop() {
        process.destroy();
    }

    /** Waits for its end; answers whether it came. */
    boolean awaitEnd(Duration atMost) {
        try {
            process.onExit().get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return !process.isAlive();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
