package dev.divvy.allocation.sticky;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Group;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.allocator.Laws;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.support.Shares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A test of a law is only worth something if it can fail: for each law an allocator that breaks it, and only slightly. */
class WrongAllocatorsTest {

    @Test
    void losingThePiecesThatDoNotDivideIsNotComplete() {
        // Chunks of floor(T/n), with the remainder forgotten.
        caught(Law.COMPLETE, request -> {
            int[] eligible = request.eligible();
            int[] owners = new int[request.pieces().count()];
            Arrays.fill(owners, Division.NO_MEMBER);
            int chunk = eligible.length == 0 ? 0 : owners.length / eligible.length;
            for (int piece = 0; piece < chunk * eligible.length; piece++) {
                owners[piece] = eligible[piece / chunk];
            }
            return request.toDivision(owners);
        });
    }

    @Test
    void countingCallsIsNotDeterministic() {
        int[] calls = {0};
        caught(Law.DETERMINISTIC, request -> {
            int[] owners = new Sticky(Sticky.Policy.RUNS).allocate(request).owners();
            if (owners.length > 1 && calls[0]++ % 2 == 1) {
                int first = owners[0];
                owners[0] = owners[owners.length - 1];
                owners[owners.length - 1] = first;
            }
            return Division.ofOwners(request.roster().size(), owners);
        });
    }

    @Test
    void onePieceTooManyIsNotBalanced() {
        caught(Law.BALANCED, request -> {
            int[] owners = new Sticky(Sticky.Policy.RUNS).allocate(request).owners();
            int[] eligible = request.eligible();
            for (int piece = 0, taken = 0; piece < owners.length && taken < 2 && eligible.length > 1; piece++) {
                if (owners[piece] == eligible[1]) {
                    owners[piece] = eligible[0];
                    taken++;
                }
            }
            return Division.ofOwners(request.roster().size(), owners);
        });
    }

    @Test
    void ceilsByIdAloneAreNotMinimal() {
        // Balanced and plausible: the first members get the +1, whichever members have it now.
        caught(Law.MINIMAL, request -> {
            List<Runs> held = new ArrayList<>();
            int[] nothing = new int[request.roster().size()];
            for (int member = 0; member < nothing.length; member++) {
                boolean eligible = request.roster().get(member).weight() > 0;
                held.add(eligible ? request.ownedBefore(member).and(request.unpinned()) : Runs.NONE);
            }
            StickyState state =
                    new StickyState(request, held, Shares.of(request.unpinned().count(), request.roster(), nothing));
            SurplusSelection.giveUpSurplus(state);
            FreePieceDistribution.distribute(state);
            return Division.of(request.pieces().count(), state.runs());
        });
    }

    @Test
    void roundRobinIsNotCompact() {
        caught(Law.COMPACT, request -> {
            int[] eligible = request.eligible();
            int[] owners = new int[request.pieces().count()];
            for (int piece = 0; piece < owners.length; piece++) {
                owners[piece] = eligible.length == 0 ? Division.NO_MEMBER : eligible[piece % eligible.length];
            }
            return request.toDivision(owners);
        });
    }

    private static void caught(Law law, Function<AllocationRequest, Division> rule) {
        Allocator wrong = new Allocator() {
            @Override
            public String name() {
                return "wrong";
            }

            @Override
            public Set<Law> laws() {
                return Collections.unmodifiableSet(EnumSet.noneOf(Law.class));
            }

            @Override
            public Division allocate(AllocationRequest request) {
                return rule.apply(request);
            }
        };
        Optional<String> broken = Optional.empty();
        for (long seed = 0; seed < 60 && broken.isEmpty(); seed++) {
            Group group = new Group(seed, Group.Profile.EQUAL, new Planner(wrong));
            for (int step = 0; step < 25 && broken.isEmpty(); step++) {
                broken = Laws.broken(law, group.step(), wrong);
            }
        }
        assertThat(broken).as("the test of %s catches its wrong allocator", law).isPresent();
    }
}
