package dev.divvy.boardpeers.jgroups;

import dev.divvy.boardpeers.MeshSettings;
import dev.divvy.coordination.support.LogLimiter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.stack.Protocol;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the nodes that the failure detection suspects after silence; it is the layer above the verification. */
final class SuspicionLogger extends Protocol {

    private static final Logger LOG = LoggerFactory.getLogger(SuspicionLogger.class);

    private final String mesh;
    private final Duration silence;
    private final DeadPeerDetector detector;
    private final LogLimiter limiter = new LogLimiter(Duration.ofMinutes(1));

    SuspicionLogger(MeshSettings settings, DeadPeerDetector detector) {
        this.mesh = settings.name();
        this.silence = settings.timing().timeToLive();
        this.detector = detector;
    }

    @Override
    public @Nullable Object up(Event event) {
        if (event.getType() == Event.SUSPECT) {
            Collection<Address> suspects = event.getArg();
            suspects.forEach(this::log);
        }
        return up_prot.up(event);
    }

    private void log(Address suspect) {
        String node = detector.addressOf(suspect)
                .map((InetSocketAddress address) -> MeshSettings.format(address))
                .orElse(suspect.toString());
        limiter.due(node)
                .ifPresent(leftOut -> LOG.warn(
                        "mesh {}: no sign of life from {} for {} ms; it is suspected to have failed ({} more since the last such line)",
                        mesh,
                        node,
                        silence.toMillis(),
                        leftOut));
    }
}
