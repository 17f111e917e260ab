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

/** Checks all invariants after every event and reports violations. The first breach of each kind is kept with its trace. */
final class InvariantChecker {

    private final SimulationWorld world;
    private final long ttl;
    private final LatestHoldings gains = new LatestHoldings();
    private final LatestHoldings begun = new LatestHoldings();
    private final PublicationChecker publications;
    private final List<Breach> breaches = new ArrayList<>();
    private final Set<Violation> found = EnumSet.noneOf(Violation.class);
    /** The version that each process last adopted, and the origin of the board; never iterated. */
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

    void report(Violation violation, String text) {
        if (found.add(violation)) {
            breaches.add(new Breach(violation, world.seed, WallClocks.shortened(text), world.trace.lines()));
        }
    }

    // --- after every event ---

    void checkAll() {
        List<SimulatedProcess> all = world.processes.all();
        long held = 0;
        boolean exclusive = false;
        for (int i = 0; i < all.size(); i++) {
            SimulatedProcess process = all.get(i);
            if (process.atoms() != 0 && process.leaseRuns()) {
                if ((held & process.atoms()) != 0) {
                    reportTwoHolders(process);
                }
                held |= process.atoms();
            }
            if (process.job().runs()) {
                if (exclusive) {
                    reportNotAlone(process, "while another job runs");
                }
                exclusive = true;
            }
        }
        if (exclusive && held != 0) {
            reportNotAlone(all.get(0), "while pieces are held: " + world.atoms.names(held));
        }
    }

    private void reportTwoHolders(SimulatedProcess second) {
        if (world.losses.rolledBackWithin(ttl, world.now())) {
            return;
        }
        for (SimulatedProcess first : world.processes.all()) {
            if (!first.equals(second) && (first.atoms() & second.atoms()) != 0 && first.leaseRuns()) {
                report(
                        Violation.TWO_HOLDERS,
                        first.displayName() + " and " + second.displayName() + " both hold "
                                + world.atoms.names(first.atoms() & second.atoms()));
                return;
            }
        }
    }

    private void reportNotAlone(SimulatedProcess process, String detail) {
        if (!world.losses.rolledBackWithin(ttl, world.now())) {
            report(Violation.EXCLUSIVE_JOB_NOT_ALONE, "an exclusive job runs " + detail + "; seen at " + process.id());
        }
    }

    // --- notifications ---

    void gained(SimulatedHolding holding) {
        gains.add(holding);
        SimulatedProcess process = holding.process;
        if (process.local() >= process.work().deadline()) {
            report(
                    Violation.GAINED_AFTER_DEADLINE,
                    holding + " at " + process.local() + " on its clock; its lease ended at "
                            + process.work().deadline());
        }
        if (process.local() < process.quiet().until()) {
            report(
                    Violation.GAINED_IN_QUIET_PERIOD,
                    holding + " at " + process.local() + " on its clock; the board forgot, and it must wait until "
                            + process.quiet().until());
        }
        process.work()
                .releasing(holding.atoms)
                .ifPresent(old ->
                        report(Violation.GAINED_WHILE_RELEASING, holding + " while " + old + " was not yet released"));
    }

    void begun(SimulatedHolding holding) {
        begun.add(holding);
    }

    void internal(SimulatedHolding holding, boolean accepted) {
        count(accepted);
        SimulatedHolding newer = gains.newerThan(holding);
        if (accepted && newer != null && !forgotten(holding, newer)) {
            report(
                    Violation.STALE_EFFECT_ACCEPTED,
                    "internal effect on " + holding + " after " + newer + " was gained");
        }
        if (!accepted && isValid(holding) && !world.losses.within(ttl, world.now())) {
            report(Violation.VALID_EFFECT_REFUSED, "internal effect on " + holding);
        }
    }

    /** Whether the board does not know of one of the two gains. */
    private boolean forgotten(SimulatedHolding holding, SimulatedHolding newer) {
        return world.losses.rolledBackWithin(ttl, world.now())
                || world.losses.forgets(holding.at)
                || world.losses.forgets(newer.at);
    }

    /** Checks an external effect, which was refused if the resource had seen a newer holder. */
    void external(SimulatedHolding holding, @Nullable SimulatedHolding refusedFor) {
        count(refusedFor == null);
        SimulatedHolding newer = begun.newerThan(holding);
        if (refusedFor == null && newer != null && !fencesUnordered(holding, newer)) {
            report(
                    Violation.STALE_EFFECT_ACCEPTED,
                    "external effect on " + holding + " after the work of " + newer + " began");
        }
        boolean overlaps = world.losses.rolledBackWithin(ttl, world.now());
        if (refusedFor != null && isValid(holding) && !overlaps && !world.losses.between(refusedFor.at, world.now())) {
            report(
                    Violation.VALID_EFFECT_REFUSED,
                    "external effect on " + holding + ", as " + refusedFor + " was seen");
        }
    }

    /** Whether the fences are not ordered because the board forgot in between. */
    private boolean fencesUnordered(SimulatedHolding holding, SimulatedHolding newer) {
        return world.losses.rolledBackWithin(ttl, world.now())
                || (world.losses.between(holding.at, newer.at) && !holding.fence.olderThan(newer.fence));
    }

    private boolean isValid(SimulatedHolding holding) {
        return !holding.process.isCrashed()
                && !holding.process.isPaused()
                && holding.process.work().holds(holding);
    }

    private void count(boolean accepted) {
        if (accepted) {
            world.stats.accept();
        } else {
            world.stats.refuse();
        }
    }

    void adopted(SimulatedProcess process, Version version) {
        Optional<String> origin = process.state().knowledge().memory().origin();
        Adopted before = adopted.put(process, new Adopted(version, origin));
        if (before != null && before.origin().equals(origin)) {
            Version was = before.version();
            if (!was.lineage().equals(version.lineage()) || version.epoch() < was.epoch()) {
                report(Violation.EPOCH_DECREASED, process.id() + " knew " + was + " and now uses " + version);
            }
        }
    }

    void published(SimulatedNetwork.SentRequest sent, BoardRecord before, Allocation next) {
        world.stats.publish();
        world.log("board", "publishes, for " + sent.from().id() + ",", next);
        world.history.published(before.allocation().map(Allocation::version), next.version());
        publications.check(sent, before, next);
    }

    void needlessWakeup(SimulatedProcess process, long wake) {
        report(
                Violation.NEEDLESS_WAKEUP,
                process.id() + " asks to be woken at " + wake + ", but the time is " + process.local() + "; it is "
                        + process.displayName());
    }
}
