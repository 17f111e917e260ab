package dev.divvy.cache.heal;

import dev.divvy.allocation.Incarnation;
import dev.divvy.boardpeers.Heal;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.peer.PeerConnection;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.support.DaemonThreads;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the heals of a node. A node that lost reports the keys that it changed to all nodes of the winning side. A node that won forgets
 * them, and waits for all reports; if one is missing for too long, it forgets everything. Requests wait meanwhile.
 */
public final class HealHandler implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(HealHandler.class);

    /** The time for all reports, in times-to-live. */
    private static final int REPORT_TIMES = 3;

    /** The time before the last contact since which changes are reported, in times-to-live. */
    private static final int MARGIN_TIMES = 2;

    private final HealSettings settings;
    private final HealGate gate;
    private final CurrentRouting routing;
    private final HealReports reports;
    private final BooleanSupplier leased;
    private final CompanionTracker companions = new CompanionTracker();
    private final EntryForgetter forgetter;
    private final ReportSender sender;
    private final ScheduledExecutorService timer;
    private final ExecutorService handler;
    private final long ttlNanos;

    /** Written once, when this handler starts. */
    private volatile Subscription subscription = () -> {};

    /** Used by the thread for heals only. */
    private @Nullable Heal lastHandled;

    /** The nodes of the routing table at the last tick; written by the timer. */
    private volatile Set<String> members = Set.of();

    /** The knowledge of this node when it learned of a heal: the table may be the one of the other side soon. */
    private record Noticed(Heal heal, RoutingTable table, Set<String> members, boolean leased) {}

    /**
     * Creates a handler that does nothing before it is started.
     *
     * @param leased whether the lease of this node runs
     * @param connections opens a connection to a node, for one report
     */
    public HealHandler(
            HealSettings settings,
            HealGate gate,
            CurrentRouting routing,
            HealReports reports,
            BooleanSupplier leased,
            Function<Peer, PeerConnection> connections) {
        this.settings = settings;
        this.gate = gate;
        this.routing = routing;
        this.reports = reports;
        this.forgetter = reports.forgetter();
        this.leased = leased;
        this.ttlNanos = settings.timeToLive().toNanos();
        this.sender = new ReportSender(settings.name(), routing, connections);
        String prefix = "divvy-cache-" + settings.name();
        this.timer = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named(prefix + "-changes"));
        this.handler = Executors.newSingleThreadExecutor(DaemonThreads.named(prefix + "-heals"));
    }

    /** Handles the heals from now on, and the last one, if this node learned of it while it started. */
    public void start() {
        if (!reports.isActive()) {
            return;
        }
        // With a delay, not at a rate: after a pause of the process the timer must not run several times at once.
        var unused = timer.scheduleWithFixedDelay(this::tick, 0, ttlNanos / 2, TimeUnit.NANOSECONDS);
        subscription = gate.splits().onHeal(this::noticed);
        gate.splits().lastHeal().ifPresent(this::noticed);
    }

    /** A tick that fails must not be the last: the timer runs no task again that has thrown. */
    private void tick() {
        try {
            look();
        } catch (RuntimeException e) {
            log.error("{}: the look for splits failed and is repeated", settings.name(), e);
        }
    }

    private void look() {
        long now = System.nanoTime();
        OptionalLong apart = gate.splits().apartSince();
        Set<String> names = names(routing.table());
        reports.record().tick(now, withMargin(apart));
        forgetter.tick(now);
        companions.tick(now, apart.isPresent(), leased.getAsBoolean(), names);
        members = names;
    }

    private OptionalLong withMargin(OptionalLong time) {
        return time.isEmpty() ? time : OptionalLong.of(time.getAsLong() - MARGIN_TIMES * ttlNanos);
    }

    /** Returns the names of the other nodes. */
    private Set<String> names(RoutingTable table) {
        return table.peers().stream()
                .map(Peer::name)
                .filter(name -> !name.equals(settings.name()))
                .collect(Collectors.toSet());
    }

    // --- a heal; noticed on a thread of the mesh, handled on the thread for heals ---

    private void noticed(Heal heal) {
        Noticed noticed = new Noticed(heal, routing.table(), members, leased.getAsBoolean());
        try {
            handler.execute(() -> handle(noticed));
        } catch (RejectedExecutionException e) {
            log.debug("{}: this node is closing and handles no heal", settings.name());
        }
    }

    @SuppressWarnings("CatchingUnchecked") // requests wait until the heal is handled, so it must end in any case
    private void handle(Noticed noticed) {
        Heal heal = noticed.heal;
        if (heal.equals(lastHandled)) {
            return;
        }
        lastHandled = heal;
        long started = System.nanoTime();
        try {
            if (settings.forgetAll()) {
                log.info(
                        "{}: a split has healed; {} entries are forgotten",
                        settings.name(),
                        forgetter.forgetAll(heal.absorbed()));
            } else if (heal.lost()) {
                report(noticed, started + REPORT_TIMES * ttlNanos);
            } else {
                awaitReports(noticed);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // this node is closing
        } catch (RuntimeException e) {
            log.error("{}: a heal could not be handled; all entries are forgotten", settings.name(), e);
            int unused = forgetter.forgetAll(heal.absorbed());
        } finally {
            gate.handled(heal);
        }
        log.info(
                "{}: the heal was handled in {} ms",
                settings.name(),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started));
    }

    private void report(Noticed noticed, long deadline) throws InterruptedException {
        Heal heal = noticed.heal;
        reports.awaitRunningCommands();
        ChangedKeys keys = reports.changedApart(heal, withMargin(heal.since()));
        Report report = new Report(
                UUID.randomUUID().getMostSignificantBits() >>> 1,
                settings.name(),
                heal.absorbed(),
                List.copyOf(companions.companions(heal.since(), noticed.leased, names(noticed.table))),
                keys);
        log.info(
                "{}: this node was on the losing side of a split; it reports {} changed keys and {} whole tokens, and names {}",
                settings.name(),
                keys.keys(),
                keys.wholeTokens(),
                report.companions());
        // Tokens may come back to this node before the sender of their entries has the report.
        int unused = forgetter.forget(report.number(), keys);
        Optional<Incarnation> ended = noticed.table.peers().stream()
                .map(Peer::incarnation)
                .filter(incarnation -> incarnation.member().equals(settings.name()))
                .findFirst();
        if (!sender.send(report, ended, deadline)) {
            log.warn("{}: not all nodes took the report in time; all entries here are forgotten", settings.name());
            int all = forgetter.forgetAll(heal.absorbed());
            log.debug("{}: {} entries were forgotten", settings.name(), all);
        }
    }

    private void awaitReports(Noticed noticed) throws InterruptedException {
        List<String> missing =
                reports.ledger().await(noticed.heal.absorbed(), noticed.members, REPORT_TIMES * ttlNanos);
        if (!missing.isEmpty()) {
            log.warn(
                    "{}: after a split no report came from {}; all {} entries are forgotten",
                    settings.name(),
                    missing,
                    forgetter.forgetAll(noticed.heal.absorbed()));
        }
        forgetter.forgotAll(noticed.heal.absorbed());
    }

    @Override
    public void close() {
        subscription.close();
        timer.shutdownNow();
        handler.shutdownNow();
    }
}
