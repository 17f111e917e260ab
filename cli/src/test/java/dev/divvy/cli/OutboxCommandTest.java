package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.jr.ob.JSON;

class OutboxCommandTest {

    private static final String ABORT =
            "UPDATE divvy_outbox SET status = 'ABORTED', attempts = 10, last_error = 'HTTP 500'";

    private final H2 database = H2.inMemory();

    @AfterEach
    void close() throws Exception {
        database.close();
    }

    @Test
    void theSchemaIsCreatedOnceAndTheNewTablesAreListed() throws Exception {
        try (H2 fresh = H2.empty()) {
            assertThat(fresh.outbox("schema").out())
                    .contains("created the board's tables (divvy_board", "created the outbox's table (divvy_outbox)");
            assertThat(fresh.outbox("schema").out())
                    .startsWith("everything exists already")
                    .doesNotContain("created");
            assertThat(fresh.outbox("schema", "--table", "other").out())
                    .isEqualToIgnoringNewLines("created the outbox's table (other)");
        }
    }

    @Test
    void thePrintedStatementsAreThoseOfTheDatabaseAndMakeNothing() throws Exception {
        try (H2 fresh = H2.empty()) {
            String printed =
                    fresh.outbox("schema", "--print", "--prefix", "my_").out();
            assertThat(printed)
                    .contains("CREATE TABLE IF NOT EXISTS my_board", "CREATE TABLE IF NOT EXISTS divvy_outbox");
            assertThat(fresh.outbox("status").exitCode()).isEqualTo(1);
            fresh.run(printed);
            assertThat(fresh.outbox("schema", "--prefix", "my_").out()).startsWith("everything exists already");
        }
    }

    @Test
    void oneEventIsSentWithItsBytes(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("payload"), new byte[] {1, 2, 3});
        assertThat(database.outbox("send", "--entity-id", "42", "--payload", "paid")
                        .out())
                .contains("sent 1 event of Order 42 with 4 bytes");
        assertThat(database.outbox("send", "--entity-id", "42", "--payload-file", file.toString())
                        .out())
                .contains("with 3 bytes");
        assertThat(database.pending()).isEqualTo(2);
    }

    @Test
    void anEventWithAKeyIsSentOnceAndRelayedWithItsTypeAndHeaders(@TempDir Path folder) throws IOException {
        assertThat(sendWithKey()).startsWith("sent 1 event of Order 42");
        assertThat(sendWithKey()).startsWith("not sent, for there is an event with this key: Order 42");
        Path file = folder.resolve("events.jsonl");
        Shell shell = database.outbox("run", "--to", file.toString(), "--until-empty", "--fresh");
        assertThat(shell.exitCode()).as(shell.err()).isZero();
        assertThat(Files.readString(file))
                .containsOnlyOnce("\n")
                .contains("\"type\":\"OrderPaid\",\"headers\":{\"a\":\"1\",\"b\":\"x=y\"}");
    }

    private String sendWithKey() {
        return database.outbox(
                        "send",
                        "--entity-id=42",
                        "--type=OrderPaid",
                        "--header=a=1",
                        "--header=b=x=y",
                        "--deduplication-key=k")
                .out();
    }

    @Test
    void manyEventsAreSentInBatchesAndItSaysHowFast() {
        Shell shell = database.outbox("send", "--count", "1001", "--entities", "7", "--batch", "100");
        assertThat(shell.out())
                .startsWith("sent 1,001 events of 7 entities in ")
                .contains(" per second");
        assertThat(shell.err()).isEmpty();
        assertThat(database.pending()).isEqualTo(1001);
    }

    @Test
    void anotherTableHasAGroupOfItsOwn(@TempDir Path folder) {
        database.outbox("schema", "--table", "other");
        database.outbox("send", "--table", "other", "--count", "3");
        String file = folder.resolve("events.jsonl").toString();
        Shell shell = database.outbox("run", "--table", "other", "--to", file, "--until-empty", "--fresh");
        assertThat(shell.exitCode()).as(shell.err()).isZero();
        assertThat(database.ask("SELECT LISTAGG(group_name) FROM divvy_board WHERE epoch > 0"))
                .isEqualTo("other");
    }

    @Test
    void theStatusShowsTheBacklogAndThatThereAreNoMembers() {
        database.outbox("send", "--count", "3");
        Shell shell = database.outbox("status");
        assertThat(shell.out())
                .contains(
                        "backlog   3 waiting, the oldest for ", "aborted   0", "rate      0.00/s handled, 0.00/s sent")
                .contains("members   none: no process handles events; start one with ./divvy outbox run");
        assertThat(shell.exitCode()).isZero();
    }

    @Test
    void theStatusAsJsonHasEveryFigure() throws IOException {
        database.outbox("send", "--count", "3");
        database.run("UPDATE divvy_outbox SET attempts = 1 WHERE id = 1");
        assertThat(JSON.std.mapFrom(database.outbox("status", "--json").out()))
                .containsOnlyKeys(
                        "pending",
                        "retrying",
                        "aborted",
                        "held",
                        "done",
                        "estimated",
                        "oldestSeconds",
                        "handledPerSecond",
                        "sentPerSecond",
                        "members",
                        "warnings")
                .containsEntry("pending", 3)
                .containsEntry("retrying", 1)
                .containsEntry("sentPerSecond", 0.0)
                .containsEntry("members", List.of())
                .containsEntry("warnings", List.of());
    }

    @Test
    void heldEventsAreCountedAndListed() {
        database.outbox("send", "--count", "2");
        database.run("UPDATE divvy_outbox SET status = 'RETRY', attempts = 10, last_error = 'HTTP 500' WHERE id = 1");
        assertThat(database.outbox("status").out())
                .contains("backlog   1 waiting", "held      1, whose entities wait; list with ./divvy outbox list");
        assertThat(database.outbox("list").out()).contains("  held  ", "10 attempts: HTTP 500");
        assertThat(database.outbox("retry", "1").out()).contains("retrying 1 event");
        assertThat(database.pending()).isEqualTo(2);
    }

    @Test
    void abortedEventsAreListedTriedAgainAndDeleted() throws IOException {
        assertThat(database.outbox("list").out()).contains("no event given up");
        database.outbox("send", "--count", "4");
        database.run(ABORT);
        assertThat(database.outbox("list", "--limit", "3").out())
                .contains("1  Order 1  aborted  created ", "10 attempts: HTTP 500", "these are the first 3;");
        assertThat(JSON.std.listFrom(database.outbox("list", "--json").out()))
                .hasSize(4)
                .first(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsOnlyKeys(
                        "id",
                        "entityName",
                        "entityId",
                        "type",
                        "status",
                        "attempts",
                        "error",
                        "createdAt",
                        "payloadBytes")
                .containsAllEntriesOf(Map.of("id", 1, "entityId", "1", "status", "aborted", "error", "HTTP 500"));
        Shell retried = database.outbox("retry", "1", "2", "77");
        assertThat(retried.out()).contains("retrying 2 events");
        assertThat(retried.err()).contains("no aborted events with these ids: 77");
        assertThat(retried.exitCode()).isEqualTo(1);
        assertThat(database.outbox("retry", "77"))
                .satisfies(nothing -> assertThat(nothing.out()).isEmpty())
                .satisfies(nothing -> assertThat(nothing.exitCode()).isEqualTo(1));
        assertThat(database.outbox("discard", "3").out()).contains("deleted 1 event");
        assertThat(database.outbox("discard", "--all").out()).contains("deleted 1 event");
        assertThat(database.outbox("retry", "--all").out()).contains("retrying 0 events");
        assertThat(database.pending()).isEqualTo(2);
    }

    @Test
    void eventsAreSelectedByTheirEntityStateErrorAndTime() {
        database.outbox("send", "--count", "4", "--entities", "4");
        database.run(ABORT + ", done_at = CURRENT_TIMESTAMP WHERE id <= 3");
        database.run("UPDATE divvy_outbox SET last_error = 'timeout' WHERE id = 2");
        assertThat(database.outbox("list", "--status", "pending").out())
                .contains("4  Order 4  pending", "1 event found");
        assertThat(database.outbox("list", "--error", "500", "--entity", "Order")
                        .out())
                .contains("2 events given up");
        assertThat(database.outbox("list", "--before", "1h").out()).contains("no event given up");
        assertThat(database.outbox("retry", "--entity-id", "1", "--after", "1h").out())
                .contains("retrying 1 event");
        assertThat(database.outbox("discard", "--error=timeout").out()).contains("deleted 1 event");
        assertThat(database.outbox("retry", "--all", "--limit", "1").out()).contains("retrying 1 event");
        assertThat(database.pending()).isEqualTo(3);
        assertThat(database.outbox("discard", "--status", "pending").err())
                .contains("events that are PENDING cannot be discarded");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    status                                           | 2 | '--jdbc=<url>'
                    status --jdbc jdbc:foo:bar                       | 2 | there is no driver for 'jdbc:foo:bar'
                    status --jdbc jdbc:postgresql://127.0.0.1:1/x    | 1 | cannot reach jdbc:postgresql://127.0.0.1:1/x
                    status --jdbc jdbc:mariadb://127.0.0.1:1/x       | 1 | cannot reach jdbc:mariadb://127.0.0.1:1/x
                    status --jdbc jdbc:h2:tcp://127.0.0.1:1/x        | 1 | cannot reach jdbc:h2:tcp://127.0.0.1:1/x
                    status --jdbc jdbc:h2:mem:none                   | 1 | ./divvy outbox schema --jdbc 'jdbc:h2:mem:none'
                    send --jdbc jdbc:h2:mem:none --entity-id 1       | 1 | ./divvy outbox schema --jdbc 'jdbc:h2:mem:none'
                    run --jdbc jdbc:h2:mem:none --to -               | 1 | ./divvy outbox schema --jdbc 'jdbc:h2:mem:none'
                    run --jdbc jdbc:h2:mem:none                      | 2 | '--to=<target>'
                    run --jdbc jdbc:h2:mem:none --to /               | 1 | it is a directory
                    run --jdbc jdbc:h2:mem:none --to http://         | 2 | 'http://' is not a URL
                    run --jdbc jdbc:h2:mem:none --to kafka://x       | 2 | 'kafka://x' is not an address of Kafka; write kafka://host:port/topic
                    run --jdbc jdbc:h2:mem:none --to kafka://x/{id}  | 2 | has the placeholder {id}
                    run --jdbc jdbc:h2:mem:none --to kafka://nowhere.invalid/events | 2 | No resolvable bootstrap urls
                    run --jdbc jdbc:h2:mem:none --to - --kafka-config x | 2 | --kafka-config needs --to kafka://host:port/topic
                    run --jdbc jdbc:h2:mem:none --to kafka://x/y --kafka-config /nowhere/x | 1 | cannot read /nowhere/x: no such file
                    run --jdbc jdbc:h2:mem:none --to ftp://x         | 2 | --to 'ftp://x' is not a target
                    run --jdbc jdbc:h2:mem:none --to=                | 2 | --to '' is not a target
                    run --jdbc jdbc:h2:mem:none --to /nowhere/x      | 1 | cannot write /nowhere/x: no such file; create its directory
                    send --jdbc jdbc:h2:mem:x --entity-id 1 --payload-file /nowhere/x | 1 | cannot read /nowhere/x: no such file
                    send --jdbc jdbc:h2:mem:x --entity-id 1 --payload-file / | 1 | cannot read /: it is a directory
                    run --jdbc jdbc:h2:mem:none --to - --poll 0s     | 2 | '0s' must be more than 0
                    run --jdbc jdbc:h2:mem:none --to - --retry-delay 400d | 2 | --retry-delay: '400d' is longer than a year
                    run --jdbc jdbc:h2:mem:none --to - --poll 5      | 2 | '5' has no unit; write 5ms or 5s
                    run --jdbc jdbc:h2:mem:none --to - --workers 0   | 2 | '0' is not a whole number from 1 to 256
                    run --jdbc jdbc:h2:mem:none --to - --pulse 3s    | 2 | two pulses must fit
                    send --jdbc jdbc:h2:mem:none                     | 2 | give either --entity-id X for one event
                    send --jdbc jdbc:h2:mem:none --count x           | 2 | 'x' is not a whole number
                    status --jdbc jdbc:h2:mem:none --table a-b       | 2 | must be a plain word
                    retry --jdbc jdbc:h2:mem:none                    | 2 | give the ids of aborted events
                    discard --jdbc jdbc:h2:mem:none --all 1          | 2 | give either ids, or --all or options
                    list --jdbc jdbc:h2:mem:none --after yesterday   | 2 | nor an age such as 2h
                    list --jdbc jdbc:h2:mem:none --status gone       | 2 | 'gone' is not one of pending, retrying
                    discard --jdbc jdbc:h2:mem:none x                | 2 | 'x' is not the id of an event
                    """)
    void whatIsWrongIsOneLineAndAnExitCode(String args, int exitCode, String complaint) {
        Shell shell = Shell.divvy(("outbox " + args).split(" ", -1));
        assertThat(shell.err().lines())
                .singleElement()
                .asString()
                .startsWith("divvy outbox")
                .contains(complaint);
        assertThat(shell.exitCode()).isEqualTo(exitCode);
        assertThat(shell.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";AUTO_SERVER=TRUE"})
    void aFileThatIsNotThereIsSaidAndNotMade(String more, @TempDir Path folder) throws IOException {
        String url = "jdbc:h2:" + folder.resolve("shop") + more;
        Shell shell = Shell.divvy("outbox", "status", "--jdbc", url);
        assertThat(shell.exitCode()).isEqualTo(1);
        assertThat(shell.err())
                .contains("there is no database at " + url + "; create it with: ./divvy outbox schema --jdbc '" + url
                        + "'");
        assertThat(folder).isEmptyDirectory();
        assertThat(Shell.divvy("outbox", "schema", "--jdbc", url).exitCode()).isZero();
        assertThat(Shell.divvy("outbox", "status", "--jdbc", url).exitCode()).isZero();
    }

    @Test
    void aFileThatAnotherProcessHasOpenIsSaidWithTheWayOut(@TempDir Path folder) throws IOException {
        String url = "jdbc:h2:" + folder.resolve("shop");
        assertThat(Shell.divvy("outbox", "schema", "--jdbc", url).exitCode()).isZero();
        try (FileChannel file = FileChannel.open(folder.resolve("shop.mv.db"), StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            assertThat(lock.isValid()).isTrue();
            Shell shell = Shell.divvy("outbox", "status", "--jdbc", url);
            assertThat(shell.exitCode()).isEqualTo(1);
            assertThat(shell.err())
                    .contains("another process has the database file of " + url
                            + " open; add ;AUTO_SERVER=TRUE to the URL");
        }
    }

    @Test
    void aWrongPasswordIsSaidAndNotShown() {
        Shell shell = database.outbox("status", "--jdbc-password", "secret");
        assertThat(shell.exitCode()).isEqualTo(1);
        assertThat(shell.err().lines())
                .singleElement()
                .asString()
                .contains("wrong user or password", "'sa'", "DIVVY_JDBC_PASSWORD");
        assertThat(shell.err()).doesNotContain("secret");
        assertThat(Shell.divvy("outbox", "status", "--jdbc", "jdbc:foo:bar;password=secret")
                        .err())
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema", "send", "run", "status", "list", "retry", "discard"})
    void everyCommandHasHelpThatNamesWhereTheOutboxIs(String command) {
        assertThat(Shell.divvy("outbox", command, "--help").out())
                .contains(
                        "--jdbc",
                        "--jdbc-user",
                        "--jdbc-password",
                        "DIVVY_JDBC_PASSWORD",
                        "--group",
                        "--table",
                        "--schema",
                        "--prefix");
        assertThat(Shell.divvy("outbox").out()).contains(command);
    }
}
