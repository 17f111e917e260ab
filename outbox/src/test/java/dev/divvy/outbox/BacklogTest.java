package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.table.BacklogQuery;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Counting a large backlog reads a part of it. */
class BacklogTest {

    private static final int MANY = 40_000;
    private static final int SENT_AT_ONCE = 10_000;

    @Test
    void onH2() throws Exception {
        aLargeBacklogIsCounted(DatabaseKind.H2);
    }

    @Test
    @NeedsPostgres
    void onPostgres() throws Exception {
        aLargeBacklogIsCounted(DatabaseKind.POSTGRESQL);
    }

    @Test
    @NeedsMaria
    void onMaria() throws Exception {
        aLargeBacklogIsCounted(DatabaseKind.MARIADB);
    }

    private static void aLargeBacklogIsCounted(DatabaseKind kind) throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(Database.of(kind))) {
            OutboxAdmin admin = fixture.outbox().admin();
            assertThat(admin.hasPending()).isFalse();
            fill(fixture);
            analyze(fixture, kind);
            Backlog backlog = admin.backlog();
            assertThat(backlog.estimated()).isEqualTo(kind != DatabaseKind.H2);
            assertThat(backlog.pending()).isBetween(MANY * 7L / 10, MANY * 13L / 10);
            assertThat(backlog.retrying()).isEqualTo(3);
            assertThat(backlog.held()).isEqualTo(1);
            assertThat(backlog.aborted()).isEqualTo(4);
            assertThat(backlog.done()).isEqualTo(2);
            assertThat(backlog.oldest())
                    .hasValueSatisfying(age -> assertThat(age).isGreaterThan(Duration.ofDays(300)));
            assertThat(admin.hasPending()).isTrue();
            if (kind != DatabaseKind.H2) {
                assertThat(plan(fixture, kind)).contains("_todo").doesNotContain("Seq Scan", "filesort");
            }
            fixture.run(
                    "UPDATE " + fixture.table() + " SET status = 'ABORTED' WHERE status <> 'RETRY' OR attempts = 1");
            assertThat(admin.hasPending())
                    .as("a held event waits for an operator")
                    .isFalse();
            fixture.run("DROP TABLE " + fixture.table());
        }
    }

    private static void fill(OutboxFixture fixture) throws Exception {
        for (int from = 0; from < MANY; from += SENT_AT_ONCE) {
            fixture.send(IntStream.range(from, from + SENT_AT_ONCE)
                    .mapToObj(i -> Message.of("Order", Integer.toString(i), ""))
                    .toList());
        }
        String update = "UPDATE " + fixture.table() + " SET ";
        fixture.run(update + "status = 'RETRY', attempts = 1, process_after = '2037-01-01 00:00:00'"
                + " WHERE entity_id IN ('11', '12', '13')");
        fixture.run(update + "status = 'RETRY', attempts = 9 WHERE entity_id = '14'");
        fixture.run(update + "status = 'ABORTED', attempts = 9 WHERE entity_id IN ('15', '16', '17', '18')");
        fixture.run(update + "status = 'DONE', done_at = CURRENT_TIMESTAMP WHERE entity_id IN ('19', '20')");
        fixture.run(update + "created_at = '2020-01-01 00:00:00' WHERE entity_id IN ('14', '15', '19', '30')");
    }

    private static void analyze(OutboxFixture fixture, DatabaseKind kind) throws Exception {
        fixture.run(
                switch (kind) {
                    case MARIADB, MYSQL -> "ANALYZE TABLE " + fixture.table();
                    case POSTGRESQL -> "ANALYZE " + fixture.table();
                    case H2 -> "ANALYZE";
                });
    }

    private static String plan(OutboxFixture fixture, DatabaseKind kind) throws Exception {
        String statement = new BacklogQuery(fixture.table(), kind).samplesStatement();
        String explain = kind == DatabaseKind.MARIADB ? "EXPLAIN FORMAT=JSON " : "EXPLAIN ";
        List<String> lines = fixture.query(explain + statement);
        return String.join("\n", lines);
    }
}
