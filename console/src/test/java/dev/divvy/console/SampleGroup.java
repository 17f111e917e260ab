package dev.divvy.console;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Change;
import dev.divvy.allocation.plan.PlanInputs;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.report.StatusBuilder;
import dev.divvy.coordination.status.GroupStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A group that a test changes step by step, as the real planner divides it, shown as an observer of its board sees it. */
public final class SampleGroup {

    public record Figures(long entries) {}

    /** Ages of heartbeats that a test sets, by member. */
    public final Map<String, Duration> beatAges = new TreeMap<>();

    /** The epoch that members have acknowledged, by member; those that are missing have acknowledged everything. */
    public final Map<String, Long> acknowledged = new TreeMap<>();

    private Allocation allocation;

    public SampleGroup(Pieces pieces, String... members) {
        Roster roster = Roster.of(Stream.of(members).map(Member::of).toList());
        this.allocation =
                Group.of("sample", pieces).planner().first(new Version("lineage", 1), pieces, roster, Directives.NONE);
    }

    public static SampleGroup ofTokens(int tokens, String... members) {
        return new SampleGroup(Tokens.wide(tokens), members);
    }

    public Allocation allocation() {
        return allocation;
    }

    public void replace(Allocation other) {
        allocation = other;
    }

    public Allocation change(Change... changes) {
        PlanInputs inputs = PlanInputs.of(allocation).after(List.of(changes));
        NavigableMap<Incarnation, Long> present = new TreeMap<>();
        allocation.roster().members().forEach(member -> present.put(member.incarnation(), allocation.epoch()));
        allocation = Group.of("sample", allocation.pieces())
                .planner()
                .next(allocation, inputs, Acknowledgements.of(present));
        return allocation;
    }

    public GroupStatus status() {
        List<Card> cards = allocation.roster().members().stream()
                .map(member -> new Card(
                        member,
                        1,
                        acknowledged.getOrDefault(member.id(), allocation.epoch()),
                        CardState.RUNNING,
                        "host:" + member.id(),
                        Duration.ofSeconds(2)))
                .toList();
        BoardSnapshot board =
                new BoardSnapshot("", Optional.of(allocation.version()), Optional.of(allocation), cards, false);
        return StatusBuilder.ofBoard("sample", board, member -> Optional.ofNullable(beatAges.get(member.member())));
    }

    public ProductSnapshot snapshot() {
        return snapshot(Map.of());
    }

    public ProductSnapshot snapshot(Map<String, Long> refused) {
        return new ProductSnapshot("cache", status(), new Figures(7), refused);
    }
}
