package dev.divvy.testservers.redis;

import dev.divvy.testservers.process.Command;
import dev.divvy.testservers.process.Programs;
import dev.divvy.testservers.process.ServerAccount;
import dev.divvy.testservers.server.ProgramCache;
import dev.divvy.testservers.server.ServerEngine;
import dev.divvy.testservers.server.ServerHome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Runs Redis: the binary that comes with the build, else the one installed on the machine. */
record RedisEngine(Map<String, String> settings) implements ServerEngine {

    static final String KIND = "redis";

    private static final String PROGRAM = "redis-server";
    private static final String PASSWORD = "requirepass";

    RedisEngine {
        for (String name : List.of("port", "tls-port")) {
            if (settings.containsKey(name)) {
                throw new IllegalArgumentException("\"" + name + " " + settings.get(name)
                        + "\" cannot be set: a server is given a free port, for TLS if it has a tls-cert-file");
            }
        }
        settings = Map.copyOf(settings);
    }

    static Optional<String> missing() {
        Optional<String> account = ServerAccount.missing();
        if (account.isPresent()) {
            return account.map(reason -> "Redis: " + reason);
        }
        if (isEmbedded() || Programs.onPath(PROGRAM).isPresent()) {
            return Optional.empty();
        }
        return Optional.of("Redis: no binary for " + System.getProperty("os.arch")
                + " comes with the build, and redis-server is not on the PATH (on Debian: apt-get install redis-server);"
                + " or name a server with -Ddivvy.test.redis=redis://HOST:PORT");
    }

    private static boolean isEmbedded() {
        return RedisEngine.class.getResource("/" + binary()) != null;
    }

    private static String binary() {
        return "redis-server-7.0.15-linux-" + (System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64");
    }

    private static Path program() {
        if (isEmbedded()) {
            return ProgramCache.unpacked(binary(), RedisEngine::unpack).resolve(PROGRAM);
        }
        return Programs.onPath(PROGRAM)
                .orElseThrow(() -> new IllegalStateException(missing().orElse(PROGRAM)));
    }

    private static void unpack(InputStream binary, Path folder) throws IOException {
        Path program = folder.resolve(PROGRAM);
        Files.copy(binary, program);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public void prepare(ServerHome home) {
        try {
            ServerAccount.chown(Files.createDirectory(home.data()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Command command(ServerHome home, int port) {
        Map<String, String> all = new TreeMap<>(Map.of(
                "bind",
                "127.0.0.1",
                "port",
                isEncrypted() ? "0" : Integer.toString(port),
                "dir",
                home.data().toString(),
                "appendonly",
                "yes",
                // Redis rewrites its command line: the name of the home must stay in it.
                "proc-title-template",
                "{title} " + home.name() + " {listen-addr}"));
        if (isEncrypted()) {
            all.put("tls-port", Integer.toString(port));
        }
        all.putAll(settings);
        List<String> command = new ArrayList<>(List.of(program().toString()));
        all.forEach((name, value) -> command.addAll(List.of("--" + name, value)));
        return new Command(command, Map.of());
    }

    /** Whether it has a certificate; it then listens for TLS only. */
    boolean isEncrypted() {
        return settings.containsKey("tls-cert-file");
    }

    @Override
    public void probe(int port) throws IOException {
        try (RedisClient client =
                isEncrypted() ? RedisClient.encrypted(port, TrustAllCertificates.context()) : RedisClient.plain(port)) {
            if (settings.containsKey(PASSWORD)) {
                client.call("AUTH", settings.get(PASSWORD));
            }
            String reply = client.call("PING");
            if (!reply.equals("PONG")) {
                throw new IOException("unexpected reply of Redis to PING: " + reply);
            }
        }
    }

    @Override
    public String stopSignal() {
        return "TERM";
    }
}
