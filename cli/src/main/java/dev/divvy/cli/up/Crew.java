package dev.divvy.cli.up;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All workers: who is gone is noticed, said, and started anew after a while. Used by one thread, but for {@link #kill}. */
final class Crew implements AutoCloseable {

    /** Longer than the others take to notice, so that one sees them take over. */
    static final Duration ABSENCE = Duration.ofSeconds(8);

    /** After so long it is said who is waited for. */
    private static final Duration QUIET_END = Duration.ofSeconds(2);

    private static final Duration LONGEST_END = Duration.ofSeconds(5);
    private static final Duration LONGEST_DEATH = Duration.ofSeconds(2);

    private final List<Child> children = new ArrayList<>();
    private final Consumer<String> told;

    /** When each of those that are gone was missed. */
    private final Map<Child, Long> missed = new LinkedHashMap<>();

    Crew(Ground ground, int workers, Consumer<String> told) {
        this.told = told;
        IntStream.rangeClosed(1, workers).forEach(i -> children.add(new Child("worker-" + i, ground)));
    }

    List<Child> children() {
        return children;
    }

    /** In how long one that is gone is started anew; empty for one that is there. */
    Optional<Duration> absence(Child child) {
        return Optional.ofNullable(missed.get(child))
                .map(since -> ABSENCE.minusNanos(System.nanoTime() - since))
                .map(left -> left.isNegative() ? Duration.ZERO : left);
    }

    long handled() {
        return children.stream().mapToLong(Child::handled).sum();
    }

    void lookAfter() {
        for (Child child : children) {
            if (child.isAlive()) {
                continue;
            }
            Long since = missed.putIfAbsent(child, System.nanoTime());
            if (since == null) {
                told.accept(child.id() + " (pid " + child.pid() + ") is gone, " + child.ending()
                        + "; the others take over, and it is started anew in " + ABSENCE.toSeconds() + " s");
            } else if (System.nanoTime() - since >= ABSENCE.toNanos()) {
                child.startAnew();
                missed.remove(child);
                told.accept(child.id() + " is started anew, pid " + child.pid());
            }
        }
    }

    /** Lets all finish and waits for that; those that do not are ended by force. */
    void end() {
        children.forEach(Child::stop);
        long began = System.nanoTime();
        List<Child> slow = stillThere(children, began + QUIET_END.toNanos());
        if (slow.isEmpty()) {
            return;
        }
        told.accept("waiting for " + names(slow) + "; Ctrl-C again ends " + (slow.size() == 1 ? "it" : "them")
                + " by force");
        List<Child> stuck = stillThere(slow, began + LONGEST_END.toNanos());
        if (!stuck.isEmpty()) {
            stuck.forEach(Child::kill);
            told.accept(names(stuck) + " did not answer and " + (stuck.size() == 1 ? "was" : "were") + " killed");
            stillThere(stuck, System.nanoTime() + LONGEST_DEATH.toNanos());
        }
    }

    /** Those that have not ended until then. */
    private static List<Child> stillThere(List<Child> awaited, long deadlineNanos) {
        return awaited.stream().filter(child -> !child.awaitEnd(deadlineNanos)).toList();
    }

    private static String names(List<Child> some) {
        return some.stream().map(Child::id).collect(Collectors.joining(", "));
    }

    /** Ends all by force, on any thread. */
    void kill() {
        children.forEach(Child::kill);
    }

    @Override
    public void close() {
        end();
    }
}
