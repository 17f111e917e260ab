package dev.divvy.testservers.net;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.testservers.needs.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Two network namespaces of the kernel with a bridge between them that can be cut; they need root. */
public final class TwoNetworks implements AutoCloseable {

    private static final List<String> SIDES = List.of("a", "b");

    private final String name = "dv" + Long.toString(ProcessHandle.current().pid(), 36);

    private TwoNetworks() {}

    /** Creates the networks. Where that is impossible the test is skipped with a message; where servers are required and this is root, it fails. */
    public static TwoNetworks open() throws Exception {
        boolean root = "root".equals(System.getProperty("user.name"));
        Optional<String> missing = !root
                ? Optional.of("only root can create networks")
                : Files.isExecutable(Path.of("/usr/sbin/ip")) || Files.isExecutable(Path.of("/sbin/ip"))
                        ? Optional.empty()
                        : Optional.of("iproute2 is missing: apt-get install iproute2");
        if (missing.isPresent()) {
            if (root && Servers.required()) {
                throw new IllegalStateException("servers are required. " + missing.get());
            }
            System.err.println("SKIPPED: a split of a real network. " + missing.get());
            assumeTrue(false, missing.get());
        }
        TwoNetworks networks = new TwoNetworks();
        try {
            networks.build();
        } catch (IllegalStateException e) {
            networks.close();
            if (Servers.required()) {
                throw e;
            }
            System.err.println("SKIPPED: a split of a real network. " + e.getMessage());
            assumeTrue(false, e.getMessage());
        }
        return networks;
    }

    private void build() throws Exception {
        ip("link", "add", name, "type", "bridge");
        ip("link", "set", name, "up");
        for (String side : SIDES) {
            ip("netns", "add", name + side);
            ip("link", "add", name + side, "type", "veth", "peer", "name", "eth0", "netns", name + side);
            ip("link", "set", name + side, "master", name);
            ip("link", "set", name + side, "up");
            ip("-n", name + side, "addr", "add", host(side) + "/24", "dev", "eth0");
            ip("-n", name + side, "link", "set", "eth0", "up");
            ip("-n", name + side, "link", "set", "lo", "up");
        }
    }

    /** Returns the address of a side. */
    public static String host(String side) {
        return "10.213.77." + (SIDES.indexOf(side) + 1);
    }

    /** Returns the prefix of a command that makes it run on a side. */
    public List<String> on(String side) {
        return List.of("ip", "netns", "exec", name + side);
    }

    /** Cuts the bridge: whatever is sent is dropped without an error. */
    public void split() throws Exception {
        ip("link", "set", name + "b", "nomaster");
    }

    public void heal() throws Exception {
        ip("link", "set", name + "b", "master", name);
    }

    private static void ip(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + output.strip());
        }
    }

    @Override
    public void close() throws IOException {
        for (String side : SIDES) {
            delete("link", "del", name + side);
            delete("netns", "del", name + side);
        }
        delete("link", "del", name);
    }

    private static void delete(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .onExit()
                .join();
    }
}
