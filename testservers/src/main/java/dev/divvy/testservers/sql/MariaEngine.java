package dev.divvy.testservers.sql;

import dev.divvy.testservers.process.Command;
import dev.divvy.testservers.process.Programs;
import dev.divvy.testservers.process.ServerAccount;
import dev.divvy.testservers.server.ProgramCache;
import dev.divvy.testservers.server.ServerEngine;
import dev.divvy.testservers.server.ServerHome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Runs MariaDB: the installed one, or the one unpacked into the {@link ProgramCache}. It does not come with the build. */
record MariaEngine(Map<String, String> settings) implements ServerEngine {

    static final String KIND = "mariadb";

    private static final String PROGRAM = "mariadbd";

    static Optional<String> missing() {
        Optional<String> account = ServerAccount.missing();
        if (account.isPresent()) {
            return account.map(reason -> "MariaDB: " + reason);
        }
        if (find().isPresent()) {
            return Optional.empty();
        }
        return Optional.of("MariaDB: mariadbd is neither on the PATH nor in " + unpacked()
                + "; `./divvy test` fetches it on Debian (apt-get install mariadb-server-core), or name a server with"
                + " -Ddivvy.test.mariadb=jdbc:mariadb://HOST:PORT/mysql and .user and .password");
    }

    /** Returns the folder into which {@code ./divvy test} unpacks it for users without root. */
    private static Path unpacked() {
        return ProgramCache.folder().resolve("mariadb");
    }

    private static Optional<Path> find() {
        return Programs.onPath(PROGRAM)
                .or(() -> Optional.of(unpacked().resolve("usr/sbin").resolve(PROGRAM))
                        .filter(Files::isExecutable));
    }

    /** Returns the folder above bin or sbin. */
    private static Path base(Path program) {
        try {
            Path folder = program.toRealPath().getParent();
            return Optional.ofNullable(folder).map(Path::getParent).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder with the messages and the SQL of the system tables. */
    private static Path share(Path base) {
        return Stream.of("share/mysql", "share/mariadb", "share")
                .map(base::resolve)
                .filter(folder -> Files.isDirectory(folder.resolve("english")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no share/mysql or share/mariadb in " + base));
    }

    private static Command mariadbd(ServerHome home, List<String> options) {
        Path program =
                find().orElseThrow(() -> new IllegalStateException(missing().orElse(PROGRAM)));
        Path base = base(program);
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--lc-messages-dir=" + share(base),
                "--datadir=" + home.data(),
                "--tmpdir=" + home.folder()));
        command.addAll(options);
        return new Command(command, program.startsWith(unpacked()) ? libraries() : Map.of());
    }

    private static Map<String, String> libraries() {
        try (Stream<Path> files = Files.find(
                unpacked(),
                6,
                (file, attributes) -> file.getFileName().toString().contains(".so."))) {
            List<String> folders = files.map(file -> file.resolveSibling("").toString())
                    .distinct()
                    .sorted()
                    .toList();
            return Map.of("LD_LIBRARY_PATH", String.join(":", folders));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public void prepare(ServerHome home) {
        try {
            ServerAccount.chown(Files.createDirectory(home.data()));
            Files.writeString(initFile(home), """
                    create user if not exists '%1$s'@'%%' identified by '%2$s';
                    grant all on *.* to '%1$s'@'%%' with grant option;
                    """.formatted(SqlServer.USER, SqlServer.PASSWORD));
            ServerAccount.chown(initFile(home));
            home.run(mariadbd(home, List.of("--bootstrap", "--max-allowed-packet=8M")), systemTables());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the SQL file that the server runs at every start, before it accepts clients. */
    private static Path initFile(ServerHome home) {
        return home.folder().resolve("init.sql");
    }

    private static byte[] systemTables() throws IOException {
        Path share = share(base(find().orElseThrow()));
        ByteArrayOutputStream sql = new ByteArrayOutputStream();
        sql.writeBytes(
                "create database mysql;\nuse mysql;\nset @auth_root_socket=null;\n".getBytes(StandardCharsets.UTF_8));
        for (String part : List.of("system_tables", "performance_tables", "system_tables_data")) {
            // The files changed their name with version 11.
            Path file = Stream.of("mariadb_", "mysql_")
                    .map(prefix -> share.resolve(prefix + part + ".sql"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no SQL for " + part + " in " + share));
            sql.writeBytes(Files.readAllBytes(file));
        }
        return sql.toByteArray();
    }

    @Override
    public Command command(ServerHome home, int port) {
        Map<String, String> all = new TreeMap<>(Map.of(
                "bind-address",
                "127.0.0.1",
                "port",
                Integer.toString(port),
                "socket",
                home.folder().resolve("socket").toString(),
                "pid-file",
                home.folder().resolve("pid").toString(),
                "init-file",
                initFile(home).toString(),
                "max-connections",
                "200",
                "character-set-server",
                "utf8mb4",
                "skip-name-resolve",
                "ON"));
        all.putAll(settings);
        return mariadbd(
                home,
                all.entrySet().stream()
                        .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                        .toList());
    }

    @Override
    public void probe(int port) throws SQLException {
        SqlServer.probe("jdbc:mariadb://127.0.0.1:" + port + "/mysql?connectTimeout=5000&socketTimeout=5000");
    }

    @Override
    public String stopSignal() {
        return "TERM";
    }
}
