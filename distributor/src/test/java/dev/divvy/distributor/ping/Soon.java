package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what must come, with a deadline that only a fault reaches. */
final class Soon {

    /** Longer than who is patient waits for an answer. */
    static final Duration LIMIT = Duration.ofSeconds(90);

    /** For those who answer: long enough for a busy machine. */
    static final PingSettings PATIENT = PingSettings.DEFAULT.withTimeout(Duration.ofMinutes(1));

    private Soon() {}

    static void until(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime() - end)
                    .as("waited in vain until %s", what)
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    static Map<String, Answer> round(Pinger pinger, List<String> services) throws Exception {
        return pinger.round(services).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Why this one service is denied, or "alive". */
    static String ping(Pinger pinger, String service) throws Exception {
        Map<String, Answer> answers = round(pinger, List.of(service));
        assertThat(answers).containsOnlyKeys(service);
        return answers.values().iterator().next().denial().orElse("alive");
    }
}
