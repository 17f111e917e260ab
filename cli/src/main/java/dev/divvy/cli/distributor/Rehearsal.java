package dev.divvy.cli.distributor;

import dev.divvy.distributor.ping.PingServer;
import dev.divvy.distributor.ping.PingSettings;
import dev.divvy.distributor.ping.Pinger;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One ping to ourselves before the first that counts. The first of a process loads half of gRPC, which may take longer than a ping may
 * last; services would be denied, and units moved, for nothing but our own start.
 */
final class Rehearsal {

    private static final Duration LONGEST = Duration.ofSeconds(10);

    private Rehearsal() {}

    /** Whatever comes of it, the real pings will tell. */
    static void play(PingSettings settings) {
        try (PingServer server = PingServer.start("127.0.0.1", 0);
                Pinger pinger = new Pinger(settings.withTimeout(LONGEST))) {
            pinger.round(List.of("127.0.0.1:" + server.port())).get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | ExecutionException | TimeoutException e) {
            // Then the first ones are slow.
        }
    }
}
