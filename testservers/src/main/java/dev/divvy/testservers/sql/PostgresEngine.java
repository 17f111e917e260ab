package dev.divvy.testservers.sql;

import dev.divvy.testservers.process.Command;
import dev.divvy.testservers.process.Launcher;
import dev.divvy.testservers.process.Programs;
import dev.divvy.testservers.process.ServerAccount;
import dev.divvy.testservers.server.ProgramCache;
import dev.divvy.testservers.server.ServerEngine;
import dev.divvy.testservers.server.ServerHome;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.tukaani.xz.XZInputStream;

/** Runs PostgreSQL: the binaries that come with the build, else those installed on the machine. */
public record PostgresEngine(Map<String, String> settings) implements ServerEngine {

    static final String KIND = "postgres";

    static Optional<String> missing() {
        Optional<String> account = ServerAccount.missing();
        if (account.isPresent()) {
            return account.map(reason -> "PostgreSQL: " + reason);
        }
        if (isEmbedded()
                || (Programs.onPath("initdb").isPresent()
                        && Programs.onPath(KIND).isPresent())) {
            return Optional.empty();
        }
        return Optional.of("PostgreSQL: no binaries for " + System.getProperty("os.arch")
                + " come with the build, and initdb and postgres are not on the PATH; put them there, or name a server"
                + " with -Ddivvy.test.postgres=jdbc:postgresql://HOST:PORT/postgres and .user and .password");
    }

    private static boolean isEmbedded() {
        return PostgresEngine.class.getResource("/" + archive()) != null;
    }

    private static String archive() {
        return System.getProperty("os.arch").equals("aarch64")
                ? "postgres-linux-arm_64.txz"
                : "postgres-linux-x86_64.txz";
    }

    private static Path program(String name) {
        if (isEmbedded()) {
            return ProgramCache.unpacked(archive(), PostgresEngine::unpack)
                    .resolve("bin")
                    .resolve(name);
        }
        return Programs.onPath(name)
                .orElseThrow(() -> new IllegalStateException(missing().orElse(name)));
    }

    private static void unpack(InputStream archive, Path folder) throws IOException {
        Process tar = new ProcessBuilder("tar", "-x", "--no-same-owner", "-C", folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (InputStream plain = new XZInputStream(archive);
                OutputStream stdin = tar.getOutputStream()) {
            plain.transferTo(stdin);
        }
        if (Launcher.exit(tar) != 0) {
            throw new IOException("tar ended with exit code " + tar.exitValue());
        }
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public void prepare(ServerHome home) {
        Path password = home.folder().resolve("password");
        try {
            Files.writeString(password, SqlServer.PASSWORD);
            ServerAccount.chown(password);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        home.run(
                Command.of(
                        program("initdb").toString(),
                        "--pgdata=" + home.data(),
                        "--username=" + SqlServer.USER,
                        "--pwfile=" + password,
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--no-sync"),
                new byte[0]);
    }

    @Override
    public Command command(ServerHome home, int port) {
        Map<String, String> all = new TreeMap<>(Map.of(
                "listen_addresses", "127.0.0.1",
                "port", Integer.toString(port),
                "unix_socket_directories", "",
                "max_connections", "200",
                // Appears in the command line of every process of the server.
                "cluster_name", home.name()));
        all.putAll(settings);
        List<String> command = new ArrayList<>(
                List.of(program(KIND).toString(), "-D", home.data().toString()));
        all.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return new Command(command, Map.of());
    }

    @Override
    public void probe(int port) throws SQLException {
        SqlServer.probe("jdbc:postgresql://127.0.0.1:" + port + "/postgres?connectTimeout=5&socketTimeout=5");
    }

    /** A fast shutdown: it does not wait for its clients. */
    @Override
    public String stopSignal() {
        return "INT";
    }
}
