package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.PingSettings;
import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Pings services with a long timeout. */
final class Pings {

    /** Long enough for a busy machine, if the service answers. */
    static final PingSettings LONG_TIMEOUT = PingSettings.defaults().withTimeout(Duration.ofMinutes(1));

    private Pings() {}

    static Map<String, PingResult> round(Pinger pinger, List<String> services) throws Exception {
        return Await.get(pinger.round(services));
    }

    /** Returns the reason why this service is denied, or "alive". */
    static String ping(Pinger pinger, String service) throws Exception {
        Map<String, PingResult> results = round(pinger, List.of(service));
        assertThat(results).containsOnlyKeys(service);
        return results.values().iterator().next().denial().orElse("alive");
    }
}
