package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/** Finds the process of a node, which is on this machine and really is that node: nothing else is ever ended. */
final class NodeProcess {

    /** A command line of words that end with NUL: our program, the command {@code node}, and perhaps a name. */
    private static final Pattern NODE = Pattern.compile(
            "(?:[^\0]*\0)*?(?:[^\0]*divvy\\.jar|dev\\.divvy\\.cli\\.[\\w.]+)\0node\0"
                    + "(?:(?!--name)[^\0]*\0)*+(?:--name[=\0]([^\0]*)\0.*)?",
            Pattern.DOTALL);

    private static final String USUAL_NAME = "n1";

    private NodeProcess() {}

    static ProcessHandle of(NodeRow node) {
        if (!isHere(node)) {
            throw Failure.failed(
                    node.name() + " at " + node.listen() + " is not on this machine; end it where it runs");
        }
        ProcessHandle process = ProcessHandle.of(node.pid())
                .filter(ProcessHandle::isAlive)
                .orElseThrow(() ->
                        Failure.failed(node.name() + " is gone already; bring it back with: start " + node.number()));
        if (!isNode(commandLine(process), node.name())) {
            throw Failure.failed("process " + node.pid() + " of this machine is not the node " + node.name()
                    + "; nothing was ended");
        }
        return process;
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

    /** Returns nothing when the system does not tell. Where it has /proc, that is read: Java itself tells nothing of a long one. */
    static String commandLine(ProcessHandle process) {
        Path told = Path.of("/proc", Long.toString(process.pid()), "cmdline");
        try {
            return Files.readString(told, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return Arrays.stream(process.info().arguments().orElse(new String[0]))
                    .map(word -> word + "\0")
                    .collect(Collectors.joining());
        }
    }

    /** Whether these words, each with a NUL after it, start a node of ours with this name. */
    static boolean isNode(String commandLine, String name) {
        Matcher node = NODE.matcher(commandLine);
        return node.matches() && (node.group(1) == null ? USUAL_NAME : node.group(1)).equals(name);
    }
}
