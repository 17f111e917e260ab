package dev.divvy.outbox.reading;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.board.CardState;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells, for each piece held, whether its former owner let go of it or was ejected. The allocation alone does not tell: an owner that
 * acknowledged its loss and left looks like one that was ejected. So this remembers, from what the member sees of the board, which
 * incarnations acknowledged, were leaving, or were asked to release while not in the roster. In doubt a piece was taken over.
 *
 * <p>One thread observes; any thread may ask.
 */
public final class EjectedOwners {

    private static final int MAX_REMEMBERED = 1000;
    private static final long FOR_GOOD = Long.MAX_VALUE;

    /** The rules by which a piece has no owner. */
    private static final Set<Rule> UNOWNED = Set.of(Rule.FIRST, Rule.NOBODY_ELIGIBLE, Rule.SUSPENDED);

    /**
     * A piece held.
     *
     * @param takenOver whether its former owner was ejected
     */
    private record Gained(Fence fence, boolean takenOver) {}

    /** The epoch up to which each incarnation has let go of what it lost. Used by the observing thread. */
    private final Map<Incarnation, Long> letGo = new LinkedHashMap<>(16, 0.75f, true);

    /** The incarnations that were ejected when no other might own their pieces. Used by the observing thread. */
    private final Set<Incarnation> ejected = new LinkedHashSet<>();

    /** The lineage to which these epochs belong. */
    private String lineage = "";

    /** The pieces of the last sighting; written by the observing thread. */
    private volatile Map<String, Gained> held = Map.of();

    /** Takes what the member sees; returns whether it holds a piece that it did not hold before. */
    public boolean observe(Sighting sighting) {
        Optional<Allocation> allocation = sighting.allocation();
        if (sighting.self().isEmpty() || allocation.isEmpty()) {
            return false;
        }
        remember(sighting, allocation.get());
        Map<String, Gained> before = held;
        Map<String, Gained> now = new HashMap<>();
        sighting.held().forEach(piece -> {
            String name = allocation.get().pieces().name(piece);
            Tenure tenure = allocation.get().tenureOf(piece);
            Fence fence = new Fence(lineage, tenure.since());
            Gained known = before.get(name);
            now.put(
                    name,
                    known != null && known.fence().equals(fence)
                            ? known
                            : new Gained(fence, isTakenOver(tenure, sighting)));
        });
        held = now;
        return !before.equals(now);
    }

    private void remember(Sighting sighting, Allocation allocation) {
        if (!lineage.equals(allocation.version().lineage())) {
            lineage = allocation.version().lineage();
            letGo.clear();
            ejected.clear();
        }
        sighting.cards()
                .forEach((incarnation, card) -> letGo.merge(
                        incarnation, card.state() == CardState.LEAVING ? FOR_GOOD : card.acknowledged(), Math::max));
        Tenures tenures = allocation.holders().tenures();
        tenures.inMotion().forEach(piece -> {
            for (Releaser releaser : tenures.of(piece).releasers()) {
                if (!isListed(allocation, releaser.incarnation())) {
                    letGo.put(releaser.incarnation(), FOR_GOOD);
                }
            }
        });
        allocation.division().unowned().forEach(piece -> {
            Tenure tenure = tenures.of(piece);
            if (tenure.rule() == Rule.NOBODY_ELIGIBLE && hasNotLetGo(tenure, sighting)) {
                tenure.from().ifPresent(ejected::add);
            }
        });
        shorten(letGo.keySet());
        shorten(ejected);
    }

    private static void shorten(Set<Incarnation> oldestFirst) {
        while (oldestFirst.size() > MAX_REMEMBERED) {
            oldestFirst.remove(oldestFirst.iterator().next());
        }
    }

    private static boolean isListed(Allocation allocation, Incarnation incarnation) {
        return allocation
                .roster()
                .find(incarnation.member())
                .filter(member -> member.incarnation().equals(incarnation))
                .isPresent();
    }

    private boolean isTakenOver(Tenure tenure, Sighting sighting) {
        if (tenure.rule() == Rule.RESUMED) {
            return tenure.from().filter(ejected::contains).isPresent();
        }
        return !UNOWNED.contains(tenure.rule()) && hasNotLetGo(tenure, sighting);
    }

    private boolean hasNotLetGo(Tenure tenure, Sighting sighting) {
        return tenure.from()
                .filter(owner -> !sighting.shows(owner))
                .filter(owner -> letGo.getOrDefault(owner, 0L) < tenure.since())
                .isPresent();
    }

    /** Returns whether the former owner of a piece held was ejected; empty while that is not known. */
    Optional<Boolean> isTakenOver(String piece, Fence fence) {
        return Optional.ofNullable(held.get(piece))
                .filter(gained -> gained.fence().equals(fence))
                .map(Gained::takenOver);
    }
}
