package dev.divvy.distributor.writer;

import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Hold;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.DistributorStatus.ServiceStatus;
import dev.divvy.distributor.StoreNames;
import dev.divvy.distributor.ping.PingResult;
import dev.divvy.distributor.store.StorePorts;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.DistributionChange;
import dev.divvy.distributor.table.StoredLists;
import dev.divvy.distributor.table.TablePlanner;
import dev.divvy.distributor.table.ValidLists;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rounds of one writer. The state of one round is the input of the next; a new writer begins with the stored table. Used by the writing
 * thread only.
 */
final class RoundRunner {

    /** A round may start a little early: the part of a poll interval after which its failures count. */
    private static final double COUNTED_AFTER = 0.9;

    private final StorePorts store;
    private final DistributorSettings settings;
    private final ServicePings pings;
    private final WriterLog log;
    private final WriterCounters counters;
    private final PlannedTableCache target;
    private final EpochHistory history;
    private final MoveBudget budget;

    private Optional<LiveServices> liveServices = Optional.empty();

    /** The {@link System#nanoTime()} of the last round whose failed pings counted. */
    private long lastCounted;

    /** The services that had acknowledged but were not registered in the last round. */
    private Set<String> unregistered = Set.of();

    /** The units of the previous round. */
    private Optional<Units> lastUnits = Optional.empty();

    /** The last write, while its outcome is unknown because the reply was lost. */
    private Optional<TableWrite> unconfirmed = Optional.empty();

    private record TableWrite(
            DistributionChange change,
            AssignmentTable table,
            List<LiveServices.ServiceChange> services,
            boolean unitsChanged) {}

    RoundRunner(
            StorePorts store,
            DistributorSettings settings,
            ServicePings pings,
            WriterLog log,
            WriterCounters counters,
            EpochHistory history) {
        this.store = store;
        this.settings = settings;
        this.pings = pings;
        this.log = log;
        this.counters = counters;
        this.history = history;
        this.budget = new MoveBudget(settings.movesPerMinute());
        this.target = new PlannedTableCache(
                new TablePlanner(settings.strategy(), !settings.oneSet()),
                settings.namespaces().units());
    }

    /**
     * Reads the lists and the table, pings, plans, and writes the table if it changed. The table is read after the lists: a service
     * acknowledges before it registers, so for each listed service it is known whether it acknowledges.
     */
    RoundResult run(Hold hold) throws InterruptedException {
        ValidLists lists = target.validate(lists());
        log.refused(lists.refused());
        Distribution current = read();
        List<LiveServices.ServiceChange> changes = pingServices(lists.allServices(), current);
        LiveServices live = liveServices.orElseThrow();
        log.noServiceAnswers(
                live.alive().isEmpty() && !lists.allServices().isEmpty(),
                live.services().size());
        AssignmentTable table = target.table(lists, live.alive(), current.table());
        Optional<DistributionChange> change =
                TablePlanner.change(current, table, known(lists, current), history.memory(System.nanoTime()));
        boolean unitsChanged =
                lastUnits.filter(before -> !before.equals(lists.units())).isPresent();
        lastUnits = Optional.of(lists.units());
        boolean written = change.isPresent() && write(new TableWrite(change.get(), table, changes, unitsChanged), hold);
        forget(lists, live);
        return result(
                written ? change.map(DistributionChange::next) : current.version(),
                written || change.isEmpty() ? table : current.table(),
                lists,
                live);
    }

    private List<LiveServices.ServiceChange> pingServices(Set<String> services, Distribution current)
            throws InterruptedException {
        LiveServices.DenialLimits limits =
                new LiveServices.DenialLimits(settings.pingFailures(), settings.denyAtMost(), settings.returnAfter());
        boolean first = liveServices.isEmpty();
        LiveServices before = liveServices.orElseGet(
                () -> LiveServices.initial(limits, current.table().fields().keySet()));
        long now = System.nanoTime();
        boolean counts = first
                || now - lastCounted >= COUNTED_AFTER * settings.pollInterval().toNanos();
        lastCounted = counts ? now : lastCounted;
        Map<String, PingResult> results = first ? pings.first(services) : pings.next(services, before);
        LiveServices after =
                before.after(new LiveServices.RoundOutcome(services, results, counts, budget.refusal(now)));
        log.caution(after);
        liveServices = Optional.of(after);
        List<LiveServices.ServiceChange> changes = after.changesSince(before);
        changes.forEach(log::serviceChanged);
        counters.servicesChanged(changes);
        return changes;
    }

    /**
     * Returns the services whose acknowledgements are kept: all registered ones, and those seen unregistered for the first time. A new
     * service acknowledges before it registers, possibly between the reads of the lists and of the table.
     */
    private Set<String> known(ValidLists lists, Distribution current) {
        Set<String> registered = lists.allServices();
        Set<String> before = unregistered;
        unregistered = new HashSet<>(current.acknowledged().keySet());
        unregistered.removeAll(registered);
        Set<String> known = new HashSet<>(current.acknowledged().keySet());
        known.removeAll(before);
        known.addAll(registered);
        return known;
    }

    private StoredLists lists() {
        StoreNames names = settings.namespaces();
        Map<String, List<String>> services = new TreeMap<>();
        names.services()
                .forEach(namespace -> services.put(namespace, store.names().read(namespace)));
        return new StoredLists(services, store.names().read(names.units()));
    }

    /** Removes services that have not answered for long from their lists, unless no service of a list answers. */
    private void forget(ValidLists lists, LiveServices live) {
        Set<String> silent = settings.forgetAfter()
                .map(time -> pings.silentFor(time, System.nanoTime()))
                .orElse(Set.of());
        if (silent.isEmpty()) {
            return;
        }
        lists.services().forEach((namespace, services) -> {
            Set<String> gone = new TreeSet<>(services);
            gone.retainAll(silent);
            if (!gone.isEmpty() && services.stream().anyMatch(service -> !live.isDenied(service))) {
                store.names().remove(namespace, gone);
                log.forgotten(namespace, gone);
            }
        });
    }

    private Distribution read() {
        Distribution current = store.distribution().read();
        current.version().map(Version::epoch).ifPresent(this::observe);
        unconfirmed
                .filter(write ->
                        current.version().equals(Optional.of(write.change().next())))
                .ifPresent(this::report);
        unconfirmed = Optional.empty();
        return current;
    }

    private void observe(long epoch) {
        history.observe(epoch, System.nanoTime());
    }

    private boolean write(TableWrite next, Hold hold) {
        unconfirmed = Optional.of(next);
        boolean written = store.distribution().replace(next.change(), hold);
        unconfirmed = Optional.empty();
        if (written) {
            observe(next.change().next().epoch());
            report(next);
        } else {
            log.rejected(next.change());
        }
        return written;
    }

    private void report(TableWrite write) {
        counters.redistributed(write.change());
        budget.moved(write.change().moves().moved(), System.nanoTime());
        log.redistributed(write.change(), write.table(), write.services(), write.unitsChanged());
    }

    private static RoundResult result(
            Optional<Version> version, AssignmentTable table, ValidLists lists, LiveServices liveServices) {
        List<ServiceStatus> services = liveServices.services().entrySet().stream()
                .map(entry -> new ServiceStatus(
                        entry.getKey(),
                        entry.getValue().alive(),
                        entry.getValue().reason(),
                        table.unitsOf(entry.getKey()).size()))
                .toList();
        return new RoundResult(version, services, lists.units().count(), lists.refused(), Optional.empty());
    }
}
