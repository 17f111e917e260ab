package dev.divvy.bench.dashboard;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.console.ConsoleSource;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.console.Readiness;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.report.StatusBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A large group that loses a member and gets it back, again and again, divided by the real planner. Members have heartbeats of random age,
 * and release what they lost a moment after an epoch.
 */
final class ChangingGroup implements ConsoleSource {

    static final int TOKENS = 16_384;
    static final int MEMBERS = 100;

    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(2);
    private static final Duration HANDOVER = Duration.ofMillis(300);
    private static final long SEED = 20_261_118;

    /** Figures as a cache has them. */
    record Figures(long entries, long bytes, long hits, long misses, long expired, long evicted, List<Object> nodes) {}

    private final Random random = new Random(SEED);
    private final Planner planner;
    private final Tokens tokens = Tokens.wide(TOKENS);

    /** Written by {@link #change} under the lock of this object, like the fields below. */
    private Allocation allocation;

    private long changedNanos = System.nanoTime();
    private int away = -1;

    ChangingGroup() {
        this.planner = Group.of("cache", tokens).planner();
        this.allocation = planner.first(new Version("bench", 1), tokens, roster(-1), Directives.NONE);
        // As after a long life: the pieces of a member are no longer in one run.
        for (int i = 0; i < 4 * MEMBERS; i++) {
            change();
        }
    }

    private static Roster roster(int without) {
        return Roster.of(IntStream.range(0, MEMBERS)
                .filter(number -> number != without)
                .mapToObj(number -> Member.of(String.format("node-%03d", number)))
                .toList());
    }

    /** A member leaves, or the one that left joins again. */
    synchronized void change() {
        away = away < 0 ? random.nextInt(MEMBERS) : -1;
        NavigableMap<Incarnation, Long> present = new TreeMap<>();
        allocation.roster().members().forEach(member -> present.put(member.incarnation(), allocation.epoch()));
        allocation = planner.next(allocation, tokens, roster(away), Directives.NONE, Acknowledgements.of(present));
        changedNanos = System.nanoTime();
    }

    @Override
    public synchronized List<ProductSnapshot> products() {
        boolean released = System.nanoTime() - changedNanos > HANDOVER.toNanos();
        List<Card> cards = allocation.roster().members().stream()
                .map(member -> new Card(
                        member,
                        1,
                        released ? allocation.epoch() : allocation.epoch() - 1,
                        CardState.RUNNING,
                        "127.0.0.1:7401",
                        TIME_TO_LIVE))
                .toList();
        BoardSnapshot board =
                new BoardSnapshot("", Optional.of(allocation.version()), Optional.of(allocation), cards, false);
        return List.of(new ProductSnapshot(
                "cache",
                StatusBuilder.ofBoard("cache", board, member -> Optional.of(Duration.ofMillis(random.nextInt(400)))),
                new Figures(random.nextInt(1_000_000), 1 << 20, System.nanoTime() >>> 20, 1, 0, 0, List.of()),
                Map.of()));
    }

    @Override
    public Readiness readiness() {
        return Readiness.ready("ready");
    }

    @Override
    public String metrics() {
        return "";
    }
}
