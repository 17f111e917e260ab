package dev.divvy.cli.distributor;

import dev.divvy.distributor.DistributorStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;

/**
 * Tells of a store that an instance cannot reach while it does not write; the writer tells of that itself. A trouble that passes at once is
 * none: the first connection of a new process is slow. The same trouble is told again now and then, another one at most every few seconds.
 * Used by one thread.
 */
final class StoreMonitor {

    private static final Duration LASTS = Duration.ofSeconds(2);
    private static final Duration SAME = Duration.ofMinutes(1);
    private static final Duration ANOTHER = Duration.ofSeconds(5);

    /** Another one with every try, and nobody's concern. */
    private static final Pattern INCARNATION = Pattern.compile("/[0-9]{6,}");

    private final Logger log;

    /** What was told last, and is not over. */
    private Optional<String> told = Optional.empty();

    private long toldAt;

    /** Since when there is any. */
    private Optional<Long> since = Optional.empty();

    StoreMonitor(Logger log) {
        this.log = log;
    }

    void look(DistributorStatus status, long now) {
        Optional<String> trouble =
                status.trouble().map(said -> INCARNATION.matcher(said).replaceAll(""));
        if (trouble.isEmpty()) {
            told.ifPresent(before -> log.info("the store answers again"));
            told = Optional.empty();
            since = Optional.empty();
            return;
        }
        since = since.or(() -> Optional.of(now));
        if (!status.writing() && isDue(trouble, now)) {
            log.error("{}; trying again", trouble.get());
            told = trouble;
            toldAt = now;
        }
    }

    private boolean isDue(Optional<String> trouble, long now) {
        return told.isEmpty()
                ? now - since.orElse(now) >= LASTS.toNanos()
                : now - toldAt >= (told.equals(trouble) ? SAME : ANOTHER).toNanos();
    }
}
