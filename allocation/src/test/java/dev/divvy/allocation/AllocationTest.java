package dev.divvy.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.replication.Heirs;
import dev.divvy.allocation.sticky.Sticky;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AllocationTest {

    private static final Planner PLANNER = new Planner(new Sticky(Sticky.Policy.RUNS));
    private static final Version VERSION = new Version("x", 1);
    private static final Roster THREE = Roster.of(Member.of("n1"), Member.of("n2"), Member.of("n3"));

    @Test
    void startsWithOneRunPerMember() {
        Allocation first = PLANNER.first(VERSION, Tokens.sql(10), THREE, Directives.NONE);
        assertThat(first.division()).hasToString("[0-3, 4-6, 7-9]");
        assertThat(first.owner(5)).contains(Member.of("n2"));
        assertThat(first.tenureOf(5)).isEqualTo(new Tenure(1, Optional.empty(), Rule.FIRST, List.of()));
    }

    @Test
    void showsTheMovesSinceAnEarlierAllocation() {
        Allocation first = PLANNER.first(VERSION, Tokens.sql(10), THREE, Directives.NONE);
        Allocation next =
                PLANNER.next(first, first.pieces(), THREE.without("n2"), Directives.NONE, Acknowledgements.NONE);
        assertThat(next.movesSince(first).stream().mapToInt(Move::count).sum()).isEqualTo(3);
        assertThat(next.movesSince(first))
                .allSatisfy(move -> assertThat(move.from()).contains("n2"));
        assertThat(first.movesSince(first)).isEmpty();
        EpochSummary last = next.history().get(1);
        assertThat(last).isEqualTo(new EpochSummary(2, 2, 3, 3, List.of("n2 left")));
    }

    @Test
    void looksKeysUpAsTheTokensSay() {
        Tokens tokens = Tokens.redis();
        Allocation first = PLANNER.first(VERSION, tokens, THREE, Directives.NONE);
        Lookup lookup = first.lookup();
        byte[] key = "foo".getBytes(StandardCharsets.UTF_8);
        int owner = lookup.ownerOfKey(key);
        assertThat(first.roster().get(owner)).isEqualTo(first.owner(12182).orElseThrow());
        assertThat(lookup.ownerOfHash(12182)).isEqualTo(owner);
        assertThat(lookup.byKey("foo")).contains(lookup.roster().get(owner));
        assertThat(tokens.rangesOf(Runs.ofPieces(0, 1, 2, 7)))
                .containsExactly(new HashRange(0, 2), new HashRange(7, 7));
        assertThat(lookup.byName("12182")).contains(first.roster().get(owner));
        assertThatThrownBy(() -> lookup.byName("16384"))
                .hasMessageStartingWith("there is no piece 16384 among 16384 tokens");
    }

    @Test
    void looksEveryHashUpAsTheTokensDo() {
        for (Tokens tokens : List.of(Tokens.sql(1000), Tokens.wide(77), Tokens.redis(10), Tokens.wide(Pieces.MOST))) {
            Lookup lookup =
                    PLANNER.first(VERSION, tokens, THREE, Directives.NONE).lookup();
            for (int token = 0; token < tokens.count(); token += 1 + tokens.count() / 5000) {
                HashRange range = tokens.rangeOf(token);
                assertThat(lookup.ownerOfHash(range.first())).isEqualTo(lookup.ownerOf(token));
                assertThat(lookup.ownerOfHash(range.last())).isEqualTo(lookup.ownerOf(token));
            }
        }
        Lookup lookup =
                PLANNER.first(VERSION, Tokens.sql(10), THREE, Directives.NONE).lookup();
        assertThatThrownBy(() -> lookup.ownerOfHash(1L << 40))
                .hasMessage("hash 1099511627776 is not one of 10 tokens of MURMUR3_32");
    }

    @Test
    void aKeyHasNoOwnerAmongUnits() {
        Lookup lookup = PLANNER.first(VERSION, Units.of("a", "b"), THREE, Directives.NONE)
                .lookup();
        assertThat(lookup.byName("a")).isPresent();
        assertThatThrownBy(() -> lookup.ownerOfHash(1))
                .hasMessage("a key has an owner only where tokens are divided, not 2 units");
    }

    @Test
    void refusesPartsThatDoNotFit() {
        Allocation good = PLANNER.first(VERSION, Tokens.sql(10), THREE, Directives.NONE);
        Holders ofNine =
                new Holders(Division.ofOwners(3, 0, 0, 0, 1, 1, 1, 2, 2, 2), Tenures.all(9, Tenure.neverOwned(1)));
        assertThatThrownBy(() -> new Allocation(VERSION, good.pieces(), THREE, Directives.NONE, ofNine, List.of()))
                .hasMessageContaining("9 pieces divided among 3 members");
        Holders late = new Holders(good.division(), Tenures.all(10, Tenure.neverOwned(7)));
        assertThatThrownBy(() -> new Allocation(VERSION, good.pieces(), THREE, Directives.NONE, late, List.of()))
                .hasMessage("a tenure began at epoch 7, after epoch 1");
        assertThatThrownBy(() -> new Holders(good.division(), Tenures.all(9, Tenure.neverOwned(1))))
                .hasMessage("9 tenures for 10 pieces");
        assertThatThrownBy(() -> new Holders(
                        good.division(),
                        good.holders().tenures(),
                        Copies.of(1, 0, 1, 2, 0, 1, 2, 0, 1, 2, 3),
                        Heirs.NOT_KEPT))
                .hasMessage("a copy is held by member 3, but there are 3");
        assertThatThrownBy(() -> new Allocation(
                        VERSION,
                        good.pieces(),
                        THREE,
                        Directives.NONE,
                        good.holders(),
                        List.of(new EpochSummary(2, 1, 0, 0, List.of()))))
                .hasMessageContaining("epoch 2 in the history of x@1");
        assertThatThrownBy(() -> Division.of(10, List.of(Runs.of(0, 5), Runs.of(5, 9))))
                .hasMessage("piece 5 has two owners");
        assertThatThrownBy(() -> Division.of(10, List.of(Runs.of(0, 10))))
                .hasMessage("piece 10 has an owner but does not exist: there are 10");
    }

    @Test
    void refusesMoreOwnersThanAnIntCanCount() {
        assertThatThrownBy(() -> Division.of(Pieces.MOST, Collections.nCopies(2049, Runs.of(0, Pieces.MOST - 1))))
                .hasMessage("piece 0 has two owners");
    }

    @Test
    void valuesDoNotChangeThroughTheirBuilders() {
        Runs.Builder builder = new Runs.Builder().add(0, 0).add(2, 2).add(4, 4).add(6, 6);
        Runs built = builder.build();
        builder.add(7, 9);
        assertThat(built).hasToString("0, 2, 4, 6");
        Tenures.Changes changes = Tenures.all(10, Tenure.neverOwned(1)).change();
        changes.done();
        assertThatThrownBy(() -> changes.set(0, 0, Tenure.neverOwned(9)))
                .hasMessage("tenure of the pieces 0 to 0 after the end of the changes");
        assertThatThrownBy(() -> Tenures.all(10, Tenure.neverOwned(1)).change().set(9, 10, Tenure.neverOwned(2)))
                .hasMessage("tenure of the pieces 9 to 10: there are 10");
    }

    @Test
    void remembersTheLastEpochsOnly() {
        Allocation allocation = PLANNER.first(VERSION, Tokens.sql(10), THREE, Directives.NONE);
        for (int i = 0; i < 50; i++) {
            Roster roster = i % 2 == 0 ? THREE.without("n3") : THREE;
            allocation = PLANNER.next(allocation, allocation.pieces(), roster, Directives.NONE, Acknowledgements.NONE);
        }
        assertThat(allocation.history()).hasSize(Allocation.LONGEST_HISTORY);
        assertThat(allocation.history().get(31).epoch()).isEqualTo(51);
        assertThat(allocation.history().get(0).epoch()).isEqualTo(20);
    }

    @Test
    void aSharedPageIsNeverWrittenThrough() {
        Allocation first = PLANNER.first(VERSION, Tokens.sql(1000), THREE, Directives.NONE);
        String before = first.division() + " " + first.tenureOf(999);
        PLANNER.next(first, first.pieces(), THREE.without("n3"), Directives.NONE, Acknowledgements.NONE);
        assertThat(first.division() + " " + first.tenureOf(999)).isEqualTo(before);
    }
}
