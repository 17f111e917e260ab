package dev.divvy.cli.up;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Processes of one kind: who is gone is noticed, said, and started anew after a while. Used by one thread, but for {@link #kill}. */
final class Crew {

    /** Longer than the others take to notice, so that one sees them take over. */
    static final Duration ABSENCE = Duration.ofSeconds(8);

    /** After so long it is said who is waited for. */
    private static final Duration QUIET_END = Duration.ofSeconds(2);

    private static final Duration LONGEST_END = Duration.ofSeconds(5);
    private static final Duration LONGEST_DEATH = Duration.ofSeconds(2);

    private final List<Child> children;
    private final String meanwhile;
    private final Consumer<String> told;

    /** When each of those that are gone was missed. */
    private final Map<Child, Long> missed = new LinkedHashMap<>();

    /**
     * Looks after these.
     *
     * @param meanwhile what happens while one is gone
     */
    Crew(List<Child> children, String meanwhile, Consumer<String> told) {
        this.children = List.copyOf(children);
        this.meanwhile = meanwhile;
        this.told = told;
    }

    /** The workers of an outbox. */
    static Crew ofWorkers(Ground ground, int workers, Consumer<String> told) {
        List<Child> children = IntStream.rangeClosed(1, workers)
                .mapToObj(i -> worker("worker-" + i, ground))
                .toList();
        return new Crew(children, "the others take over", told);
    }

    private static Child worker(String id, Ground ground) {
        Launch launch = Launch.divvy(
                Map.of("DIVVY_PASSWORD", ground.password()),
                "outbox",
                "run",
                "--jdbc",
                ground.url(),
                "--jdbc-user",
                Ground.USER,
                "--id",
                id,
                "--to",
                Child.record(ground.folder(), id).toString(),
                "--fresh",
                "--until-stdin-ends");
        return new Child(id, ground.folder(), launch);
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
                told.accept(child.id() + " (pid " + child.pid() + ") is gone, " + child.ending() + "; " + meanwhile
                        + "; it is back in " + ABSENCE.toSeconds() + " s");
            } else if (System.nanoTime() - since >= ABSENCE.toNanos()) {
                child.startAnew();
                missed.remove(child);
                told.accept(child.id() + " is started anew, pid " + child.pid());
            }
        }
    }

    /** Lets all finish. */
    void stop() {
        children.forEach(Child::stop);
    }

    /** Lets all finish and waits for that; those that do not are ended by force. */
    void end() {
        stop();
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
}
