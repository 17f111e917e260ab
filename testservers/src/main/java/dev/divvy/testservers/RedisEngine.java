package dev.divvy.testservers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Runs Redis: the one that comes with the build, else the one of the machine. */
record RedisEngine(Map<String, String> settings) implements Engine {

    static final String KIND = "redis";

    private static final String PROGRAM = "redis-server";
    private static final int PATIENCE_MILLIS = 5_000;

    static Optional<String> missing() {
        Optional<String> account = Account.missing();
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
            return Cache.unpacked(binary(), RedisEngine::unpack).resolve(PROGRAM);
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
    public void prepare(Home home) {
        try {
            Account.give(Files.createDirectory(home.data()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Command command(Home home, int port) {
        Map<String, String> all = new TreeMap<>(Map.of(
                "bind",
                "127.0.0.1",
                "port",
                Integer.toString(port),
                "dir",
                home.data().toString(),
                "appendonly",
                "yes",
                // Redis writes its own command line anew: the name of the home must stay in it.
                "proc-title-template",
                "{title} " + home.name() + " {listen-addr}"));
        all.putAll(settings);
        List<String> words = new ArrayList<>(List.of(program().toString()));
        all.forEach((name, value) -> words.addAll(List.of("--" + name, value)));
        return new Command(words, Map.of());
    }

    @Override
    public void ask(int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readNBytes(5), StandardCharsets.US_ASCII);
            if (!answer.equals("+PONG")) {
                throw new IOException("Redis answered " + answer);
            }
        }
    }

    @Override
    public String goodbye() {
        return "TERM";
    }
}
