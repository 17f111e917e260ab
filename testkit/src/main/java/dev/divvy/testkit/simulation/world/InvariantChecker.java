package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.support.BoardRecord;
import dev.divvy.testkit.simulation.SimulationResult.Breach;
import dev.divvy.testkit.simulation.Violation;
import dev.divvy.testkit.simulation.random.WallClocks;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Looks at everything after every event and knows which promise was broken. The first breach of each kind is kept with its trace. */
final class InvariantChecker {

    private final SimulationWorld world;
    private final long ttl;
    private final LatestHoldings gains = new LatestHoldings();
    private final LatestHoldings begun = new LatestHoldings();
    private final PublicationChecker publications;
    private final List<Breach> breaches = new ArrayList<>();
    private final Set<Violation> found = EnumSet.noneOf(Violation.class);
    /** What each process last adopted, and of which memory of the board; never iterated. */
    private final WeakHashMap<SimulatedProcess, Adopted> adopted = new WeakHashMap<>();

    private record Adopted(Version version, Optional<String> origin) {}

    InvariantChecker(SimulationWorld world) {
        this.world = world;
        this.ttl = world.rules.timing().timeToLive().toNanos();
        this.publications = new PublicationChecker(world);
    }

    List<Breach> breaches() {
        return breaches;
    }

    void found(Violation violation, String text) {
        if (found.add(violation)) {
            breaches.add(new Breach(violation, world.seed, WallClocks.shortened(text), world.trace.lines()));
        }
    }

    // --- after every event ---

    void look() {
        List<SimulatedProcess> all = world.crowd.all();
        long held = 0;
        boolean alone = false;
        for (int i = 0; i < all.size(); i++) {
            SimulatedProcess process = all.get(i);
            if (process.atoms() != 0 && process.leaseRuns()) {
                if ((held & process.atoms()) != 0) {
                    twoHolders(process);
                }
                held |= process.atoms();
            }
            if (process.job().runs()) {
                if (alone) {
                    notAlone(process, "while another job runs");
                }
                alone = true;
            }
        }
        if (alone && held != 0) {
            notAlone(all.get(0), "while these are held: " + world.atoms.names(held));
        }
    }

    private void twoHolders(SimulatedProcess second) {
        if (world.losses.setBackWithin(ttl, world.now())) {
            return;
        }
        for (SimulatedProcess first : world.crowd.all()) {
            if (!first.equals(second) && (first.atoms() & second.atoms()) != 0 && first.leaseRuns()) {
                found(
                        Violation.TWO_HOLDERS,
                        first.named() + " and " + second.named() + " hold the same: "
                                + world.atoms.names(first.atoms() & second.atoms()));
                return;
            }
        }
    }

    private void notAlone(SimulatedProcess process, String how) {
        if (!world.losses.setBackWithin(ttl, world.now())) {
            found(Violation.NOT_ALONE, "an exclusive job runs " + how + "; seen at " + process.id());
        }
    }

    // --- what is told ---

    void gained(SimulatedHolding holding) {
        gains.note(holding);
        SimulatedProcess by = holding.by;
        if (by.local() >= by.tasks().deadline()) {
            found(
                    Violation.GAINED_AFTER_DEADLINE,
                    holding + " at " + by.local() + " on its clock; its lease ended at "
                            + by.tasks().deadline());
        }
        if (by.local() < by.quiet().until()) {
            found(
                    Violation.GAINED_WHILE_QUIET,
                    holding + " at " + by.local() + " on its clock; the board forgot, and it must wait until "
                            + by.quiet().until());
        }
        by.tasks()
                .lettingGo(holding.atoms)
                .ifPresent(old ->
                        found(Violation.GAINED_WHILE_LETTING_GO, holding + " while " + old + " was not yet let go of"));
    }

    void begun(SimulatedHolding holding) {
        begun.note(holding);
    }

    void inner(SimulatedHolding holding, boolean accepted) {
        count(accepted);
        SimulatedHolding newer = gains.newerThan(holding);
        if (accepted && newer != null && !forgotten(holding, newer)) {
            found(Violation.STALE_EFFECT_ACCEPTED, "inner effect on " + holding + " after " + newer + " was gained");
        }
        if (!accepted && good(holding) && !world.losses.within(ttl, world.now())) {
            found(Violation.GOOD_EFFECT_REFUSED, "inner effect on " + holding);
        }
    }

    /** The board knows nothing of one of the two gains. */
    private boolean forgotten(SimulatedHolding holding, SimulatedHolding newer) {
        return world.losses.setBackWithin(ttl, world.now())
                || world.losses.forgets(holding.at)
                || world.losses.forgets(newer.at);
    }

    /** An outward effect arrived, and was refused if the resource had seen a newer holder. */
    void outward(SimulatedHolding holding, @Nullable SimulatedHolding refusedFor) {
        count(refusedFor == null);
        SimulatedHolding newer = begun.newerThan(holding);
        if (refusedFor == null && newer != null && !forgottenOutward(holding, newer)) {
            found(
                    Violation.STALE_EFFECT_ACCEPTED,
                    "outward effect on " + holding + " after the work of " + newer + " began");
        }
        boolean overlaps = world.losses.setBackWithin(ttl, world.now());
        if (refusedFor != null && good(holding) && !overlaps && !world.losses.between(refusedFor.at, world.now())) {
            found(Violation.GOOD_EFFECT_REFUSED, "outward effect on " + holding + ", as " + refusedFor + " was seen");
        }
    }

    /** The fences do not tell which is newer, because the board forgot in between. */
    private boolean forgottenOutward(SimulatedHolding holding, SimulatedHolding newer) {
        return world.losses.setBackWithin(ttl, world.now())
                || (world.losses.between(holding.at, newer.at) && !holding.fence.olderThan(newer.fence));
    }

    private boolean good(SimulatedHolding holding) {
        return !holding.by.isCrashed()
                && !holding.by.isPaused()
                && holding.by.tasks().holds(holding);
    }

    private void count(boolean accepted) {
        if (accepted) {
            world.tally.accept();
        } else {
            world.tally.refuse();
        }
    }

    void adopted(SimulatedProcess process, Version version) {
        Optional<String> origin = process.standing().outlook().memory().origin();
        Adopted before = adopted.put(process, new Adopted(version, origin));
        if (before != null && before.origin().equals(origin)) {
            Version was = before.version();
            if (!was.lineage().equals(version.lineage()) || version.epoch() < was.epoch()) {
                found(Violation.EPOCH_WENT_BACK, process.id() + " knew " + was + " and now lives by " + version);
            }
        }
    }

    void published(SimulatedNetwork.Letter letter, BoardRecord before, Allocation next) {
        world.tally.publish();
        world.tell("board", "hangs up, by " + letter.from().id() + ",", next);
        world.ledger.minted(before.allocation().map(Allocation::version), next.version());
        publications.check(letter, before, next);
    }

    void restless(SimulatedProcess process, long wake) {
        found(
                Violation.RESTLESS,
                process.id() + " wants to be woken at " + wake + ", and it is " + process.local() + "; it is "
                        + process.named());
    }
}
