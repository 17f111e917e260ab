package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.database.SqlFailures;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.process.JavaProcess;
import dev.divvy.testservers.process.TestProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.h2.api.ErrorCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes use one H2 file: the first that opens it serves it to the others. */
class H2FileTest {

    private static final int WORKERS = 4;
    private static final int EVENTS = 100;

    @TempDir
    private Path folder;

    private String file = "";
    private String shared = "";

    @BeforeEach
    void nameTheFile() {
        file = "jdbc:h2:" + folder.resolve("shop");
        shared = file + ";AUTO_SERVER=TRUE";
    }

    @Test
    void workersAndASenderThatStartAtTheSameMomentAllGetIn() throws Exception {
        try (Program schema = Program.start(folder, List.of("outbox", "schema", "--jdbc", shared))) {
            assertThat(schema.awaitExit()).as(schema.output()).isZero();
        }
        List<Program> workers = new ArrayList<>();
        try {
            for (int i = 0; i < WORKERS; i++) {
                String events = folder.resolve("events-" + i).toString();
                workers.add(Program.start(folder, List.of("outbox", "run", "--jdbc", shared, "--to", events)));
            }
            try (Program send = Program.start(
                    folder, List.of("outbox", "send", "--jdbc", shared, "--count", Integer.toString(EVENTS)))) {
                assertThat(send.awaitExit()).as(send.output()).isZero();
            }
            workers.forEach(worker -> worker.awaitOutput("running as "));
            Program.await("every event is handled", () -> handled() == EVENTS);
        } finally {
            workers.forEach(Program::close);
        }
    }

    /** Returns the number of events that were handled, some of them perhaps more than once: a worker may lose its rows to another. */
    private long handled() {
        return IntStream.range(0, WORKERS)
                .mapToObj(i -> folder.resolve("events-" + i))
                .filter(Files::exists)
                .flatMap(events -> Repository.lines(events).stream())
                .map(event -> event.replaceFirst(",.*", ""))
                .distinct()
                .count();
    }

    @Test
    void aQueryGoesOnWhenTheProcessThatServedTheFileHasEnded() throws Exception {
        DatabaseLogin login = new DatabaseLogin(shared, Optional.of("sa"), Optional.empty());
        SqlFailures failures = new SqlFailures(login, Optional.empty());
        try (TestProcess server = holder("server", shared);
                HikariDataSource pool = login.connectedPool(2, failures)) {
            assertThat(failures.ask(() -> query(pool))).isTrue();
            server.kill();
            // This one serves the file to no other process.
            try (TestProcess owner = holder("owner", file)) {
                AtomicInteger attempts = new AtomicInteger();
                CompletableFuture<Boolean> asked = CompletableFuture.supplyAsync(() -> failures.ask(() -> {
                    attempts.incrementAndGet();
                    return query(pool);
                }));
                Await.until("it is refused and tries again", () -> attempts.get() > 1 || asked.isDone());
                owner.send("end");
                assertThat(asked.join()).isTrue();
            }
        }
    }

    @Test
    void whatHappensWhileTheServerOfAFileEndsIsTriedAgain() {
        SQLException closed = new SQLException("already closed", "90121", ErrorCode.DATABASE_CALLED_AT_SHUTDOWN);
        assertThat(attempts(shared, closed)).isEqualTo(2);
        assertThat(attempts(shared, new SQLException("the pool says", closed))).isEqualTo(2);
        assertThat(attempts(shared, new SQLTransientConnectionException("no connection")))
                .isEqualTo(2);
        assertThatThrownBy(() -> attempts(file, closed)).hasMessageContaining("already closed");
        assertThatThrownBy(() -> attempts(shared, new SQLException("wrong"))).hasMessageContaining("wrong");
    }

    /** Returns the number of attempts of a query that fails once. */
    private static int attempts(String url, SQLException failure) {
        AtomicInteger attempts = new AtomicInteger();
        DatabaseLogin login = new DatabaseLogin(url, Optional.empty(), Optional.empty());
        return new SqlFailures(login, Optional.empty()).ask(() -> {
            if (attempts.incrementAndGet() == 1) {
                throw failure;
            }
            return attempts.get();
        });
    }

    private static TestProcess holder(String name, String url) {
        TestProcess holder = JavaProcess.of(H2FileHolder.class, List.of(url)).start(name);
        holder.awaitOutput("OPEN", 1);
        return holder;
    }

    private static boolean query(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return connection.createStatement().execute("SELECT 1");
        }
    }
}
