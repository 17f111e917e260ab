package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.PingSettings;
import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Asks services, with all patience. */
final class Asking {

    /** For those who answer: long enough for a busy machine. */
    static final PingSettings PATIENT = PingSettings.defaults().withTimeout(Duration.ofMinutes(1));

    private Asking() {}

    static Map<String, PingResult> round(Pinger pinger, List<String> services) throws Exception {
        return Await.get(pinger.round(services));
    }

    /** Why this one service is denied, or "alive". */
    static String ping(Pinger pinger, String service) throws Exception {
        Map<String, PingResult> answers = round(pinger, List.of(service));
        assertThat(answers).containsOnlyKeys(service);
        return answers.values().iterator().next().denial().orElse("alive");
    }
}
