package dev.divvy.outbox.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.ProcessorSettings;
import java.time.Duration;
import java.util.List;

/** One processor in a process of its own, which ends at once when it handles an event of the entity "bomb" without a payload. */
public final class CrashWorker {

    private static final int KILLED = 137;

    /** In place of the number of attempts: all settings have their default values. */
    static final int DEFAULTS = 0;

    private CrashWorker() {}

    public static void main(String[] arguments) throws Exception {
        List<String> all = List.of(arguments);
        WorkerArguments worker = WorkerArguments.of(all.subList(4, all.size()));
        HikariDataSource pool = ScenarioDatabase.of(all).pool();
        Outbox outbox = Outbox.on(pool, ScenarioWorker.settings(worker.pulse(), worker.expiration()));
        int crashAttempts = Integer.parseInt(all.get(all.size() - 1));
        ProcessorSettings settings = crashAttempts == DEFAULTS
                ? ProcessorSettings.defaults()
                : ProcessorSettings.defaults()
                        .withRetryDelay(Duration.ofMillis(100), Duration.ofSeconds(1))
                        .withCrashAttempts(crashAttempts);
        outbox.process(worker.member(), settings, HandlingMode.each(event -> {
                    if (event.entityId().equals("bomb")
                            && event.payload().text().isEmpty()) {
                        Runtime.getRuntime().halt(KILLED);
                    }
                    System.out.println(worker.member() + " HANDLED " + event.entityId() + " "
                            + event.payload().text());
                }))
                .membership()
                .awaitRunning(Duration.ofMinutes(1));
        System.out.println(worker.member() + " READY");
        while (System.in.read() >= 0) {
            // The test has not ended.
        }
        Runtime.getRuntime().halt(0);
    }
}
