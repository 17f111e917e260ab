package dev.divvy.cli.distributor;

import dev.divvy.distributor.DistributorStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;

/**
 * Logs what an instance sees while another one is the writer: which one that is, and that the store cannot be reached; the writer has a log
 * of its own. A problem that passes at once is ignored, since the first connection of a new process is slow. The same problem is repeated
 * every minute, other problems at most every few seconds. Used by one thread.
 */
final class StandbyLog {

    private static final Duration MIN_AGE = Duration.ofSeconds(2);
    private static final Duration REPEAT_SAME = Duration.ofMinutes(1);
    private static final Duration REPEAT_OTHER = Duration.ofSeconds(5);

    /** An incarnation number, which differs with every attempt and is left out of messages. */
    private static final Pattern INCARNATION = Pattern.compile("/[0-9]{6,}");

    private final Logger log;

    /** The problem that was logged last and is not over. */
    private Optional<String> logged = Optional.empty();

    private long loggedAt;

    /** The writer that was logged last. */
    private Optional<String> writer = Optional.empty();

    /** The time at which the problem began. */
    private Optional<Long> since = Optional.empty();

    StandbyLog(Logger log) {
        this.log = log;
    }

    void check(DistributorStatus status, long now) {
        Optional<String> problem =
                status.problem().map(text -> INCARNATION.matcher(text).replaceAll(""));
        if (problem.isEmpty()) {
            logged.ifPresent(before -> log.info("the store answers again"));
            logged = Optional.empty();
            since = Optional.empty();
            checkWriter(status);
            return;
        }
        since = since.or(() -> Optional.of(now));
        if (!status.writing() && isDue(problem, now)) {
            log.error("{}; trying again", problem.get());
            logged = problem;
            loggedAt = now;
        }
    }

    private void checkWriter(DistributorStatus status) {
        if (status.writing() || status.writer().isEmpty()) {
            writer = Optional.empty();
        } else if (!writer.equals(status.writer())) {
            writer = status.writer();
            log.info("{} writes the table; {} stands by to take over", writer.get(), status.instance());
        }
    }

    private boolean isDue(Optional<String> problem, long now) {
        return logged.isEmpty()
                ? now - since.orElse(now) >= MIN_AGE.toNanos()
                : now - loggedAt >= (logged.equals(problem) ? REPEAT_SAME : REPEAT_OTHER).toNanos();
    }
}
