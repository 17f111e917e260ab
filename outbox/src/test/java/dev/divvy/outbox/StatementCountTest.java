package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import dev.divvy.testservers.sql.CountingDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The statements that processors with default settings send, counted at the driver. */
@Timeout(120)
class StatementCountTest {

    private static final int TOKENS = 256;
    private static final int EVENTS = 200;
    private static final int IDLE_SECONDS = 10;

    /** The scans of an idle processor are a second apart after this time. */
    private static final int BACK_OFF_SECONDS = 4;

    @Test
    void anIdleProcessorSendsTwoStatementsPerSecondOnH2() throws Exception {
        assertIdleCost(DatabaseKind.H2);
    }

    @Test
    @NeedsPostgres
    void anIdleProcessorSendsTwoStatementsPerSecondOnPostgres() throws Exception {
        assertIdleCost(DatabaseKind.POSTGRESQL);
    }

    @Test
    @NeedsMaria
    void anIdleProcessorSendsTwoStatementsPerSecondOnMaria() throws Exception {
        assertIdleCost(DatabaseKind.MARIADB);
    }

    private static void assertIdleCost(DatabaseKind kind) throws Exception {
        CountingDataSource counting = new CountingDataSource(Database.of(kind).source());
        try (Outbox outbox = outbox(counting, kind);
                Processor processor = outbox.process(event -> {})) {
            OutboxFixture.until("it has its share", () -> held(processor) == TOKENS);
            TimeUnit.SECONDS.sleep(BACK_OFF_SECONDS);
            double perSecond = idlePerSecond(counting);
            System.out.println(kind + ": " + perSecond + " statements per second when idle");
            assertThat(perSecond).isLessThanOrEqualTo(2.0);
        }
    }

    private static Outbox outbox(CountingDataSource counting, DatabaseKind kind) throws Exception {
        OutboxSettings settings =
                OutboxSettings.defaults().withTable(Database.newTable()).neverForgets();
        return new Outbox(counting.source(), kind, settings).createIfMissing();
    }

    private static double idlePerSecond(CountingDataSource counting) throws InterruptedException {
        long before = counting.sent();
        long began = System.nanoTime();
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
        return (counting.sent() - before) * 1e9 / (System.nanoTime() - began);
    }

    @Test
    @NeedsPostgres
    void aCommittedEventCostsAtMostTenStatementsWithOneMember() throws Exception {
        assertCostPerEvent(1);
    }

    @Tag("long")
    @Test
    @NeedsPostgres
    void aCommittedEventCostsAtMostTenStatementsWith16Members() throws Exception {
        assertCostPerEvent(16);
    }

    @Test
    @NeedsPostgres
    void aCommittedEventCostsAtMostTenStatementsWith64Members() throws Exception {
        assertCostPerEvent(64);
    }

    /** Events are sent one at a time, each in a transaction of its own. What idle processors send in that time is subtracted. */
    private static void assertCostPerEvent(int members) throws Exception {
        CountingDataSource counting =
                new CountingDataSource(Database.of(DatabaseKind.POSTGRESQL).source());
        Semaphore handled = new Semaphore(0);
        List<Processor> processors = new ArrayList<>();
        try (Outbox outbox = outbox(counting, DatabaseKind.POSTGRESQL)) {
            for (int i = 0; i < members; i++) {
                processors.add(outbox.process(
                        "member" + i, ProcessorSettings.defaults(), HandlingMode.each(event -> handled.release())));
            }
            OutboxFixture.until(
                    "each holds its share",
                    () -> processors.stream().allMatch(processor -> held(processor) == TOKENS / members));
            TimeUnit.SECONDS.sleep(BACK_OFF_SECONDS);
            double idle = idlePerSecond(counting);
            long before = counting.sent();
            long began = System.nanoTime();
            for (int i = 0; i < EVENTS; i++) {
                String id = "entity" + i;
                outbox.inTransaction(connection -> outbox.send(connection, "Order", id, "paid"));
                handled.acquire();
            }
            OutboxFixture.until(
                    "all are completed",
                    () -> processors.stream()
                                    .mapToLong(processor -> processor.stats().completed())
                                    .sum()
                            == EVENTS);
            double seconds = (System.nanoTime() - began) / 1e9;
            double perEvent = (counting.sent() - before - idle * seconds) / EVENTS;
            System.out.printf(
                    "%d members: %.2f statements per event, and %.2f per second and idle member; %.1f s%n",
                    members, perEvent, idle / members, seconds);
            assertThat(perEvent).isLessThanOrEqualTo(10.0);
        } finally {
            processors.forEach(Processor::close);
        }
    }

    private static int held(Processor processor) {
        return processor.membership().portion().holdings().size();
    }
}
