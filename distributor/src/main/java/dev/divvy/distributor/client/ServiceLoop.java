package dev.divvy.distributor.client;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.coordination.support.Durations;
import dev.divvy.coordination.support.Signal;
import dev.divvy.distributor.ServiceSettings;
import dev.divvy.distributor.StoreAccessException;
import dev.divvy.distributor.Unit;
import dev.divvy.distributor.UnitListener;
import dev.divvy.distributor.store.ServiceAssignment;
import dev.divvy.distributor.store.StorePorts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the table on one thread, the only one that changes the units that the service holds and that notifies its listener. */
public final class ServiceLoop {

    private static final Logger LOG = LoggerFactory.getLogger("dev.divvy.distributor.client");

    /** The poll interval while the service waits for former owners: their acknowledgements cause no hints. */
    private static final Duration HANDOVER_POLL = Duration.ofMillis(50);

    /** The time that the store has to answer, unless the cut-off is earlier. */
    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(10);

    private final StorePorts store;
    private final ServiceSettings settings;
    private final String service;
    private final Supplier<OptionalLong> lastPinged;
    private final UnitListener listener;
    private final Signal wakeUp = new Signal();
    private final StoreExecutor storeExecutor;
    private final Thread thread;

    /** Written by the loop's thread only, under this lock. */
    private volatile UnitHoldings holdings = UnitHoldings.EMPTY;

    /** Written once, by the thread that closes: the {@link System#nanoTime()} at which all units are released at the latest. */
    private volatile OptionalLong closeDeadline = OptionalLong.empty();

    // All fields below are used by the loop's thread only.

    /** Whether the store knows that this service acknowledges. */
    private boolean announced;

    /** The version that this service acknowledged last; empty if there was no table. */
    private Optional<Version> acknowledged = Optional.empty();

    private final LineageMemory lineages;

    /** The {@link System#nanoTime()} at which the table was last read. */
    private long lastLook = System.nanoTime();

    /** Whether the last look failed. */
    private boolean unreadable;

    /** Whether the table no longer lists this service after it unregistered. */
    private boolean unlisted;

    public ServiceLoop(
            StorePorts store,
            ServiceSettings settings,
            String service,
            Supplier<OptionalLong> lastPinged,
            UnitListener listener) {
        this.store = store;
        this.settings = settings;
        this.service = service;
        this.lastPinged = lastPinged;
        this.listener = listener;
        this.lineages = new LineageMemory(settings.grace());
        this.storeExecutor = new StoreExecutor("divvy-service-store-" + service);
        this.thread = DaemonThreads.unstarted("divvy-service-" + service, this::run);
    }

    public void start() {
        thread.start();
    }

    public String service() {
        return service;
    }

    /** Returns the units that the service may work on, by name. */
    public Map<String, Unit> held() {
        return holdings.held();
    }

    private synchronized void setHoldings(UnitHoldings next) {
        holdings = next;
        notifyAll();
    }

    /** Waits until the held units match; returns false if they did not match in time. */
    public synchronized boolean await(Predicate<Set<String>> condition, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + Durations.waitNanos(atMost);
        for (long left; !condition.test(holdings.held().keySet()); ) {
            left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /** Returns when all units are released, or after a limit if a listener does not return. Does not wait when called by the listener. */
    public void close() {
        synchronized (this) {
            if (closeDeadline.isEmpty()) {
                closeDeadline = OptionalLong.of(
                        System.nanoTime() + settings.closeTimeout().toNanos());
            }
        }
        wakeUp.raise();
        if (Thread.currentThread() != thread) {
            awaitEnd();
        }
    }

    private void awaitEnd() {
        long end = closeDeadline.orElseThrow() + settings.grace().toNanos() + STORE_TIMEOUT.toNanos();
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, end - System.nanoTime()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.warn("service {} closes although its listener has not returned; interrupting it", service);
            thread.interrupt();
        }
    }

    private void run() {
        Subscription tableChanges = store.assignments().onChange(wakeUp::raise);
        try {
            while (!isDone()) {
                awaitNext(step());
            }
        } finally {
            tableChanges.close();
            withdraw();
            storeExecutor.close();
        }
    }

    /** Ignores an interrupt that a listener left behind; {@link #close} sets its deadline before it interrupts. */
    private void awaitNext(long time) {
        try {
            wakeUp.awaitUntil(closeDeadline.isPresent() ? Math.min(time, closeDeadline.getAsLong()) : time);
        } catch (InterruptedException e) {
            LOG.debug("service {} was interrupted while it waited", service, e);
        }
    }

    private boolean isDone() {
        OptionalLong deadline = closeDeadline;
        return deadline.isPresent()
                && (System.nanoTime() - deadline.getAsLong() >= 0
                        || (holdings.held().isEmpty() && unlisted));
    }

    /** Looks at the table once and acts on it; returns the {@link System#nanoTime()} of the next look. */
    private long step() {
        long now = System.nanoTime();
        try {
            ServiceAssignment assignment =
                    storeExecutor.call(() -> store.assignments().look(service), replyDeadline(now));
            lastLook = now;
            logRecovery();
            boolean handoversUnknown = lineages.handoversUnknown(assignment.version(), now) || !announced;
            List<Unit> lost = holdings.lost(assignment);
            release(lost);
            acknowledgeAndRegister(assignment, now);
            // The table may have changed while units were released: units are gained from a fresh look only.
            return lost.isEmpty() ? gain(assignment, handoversUnknown, now) : now;
        } catch (StoreAccessException e) {
            return Math.min(now + settings.poll().toNanos(), onStoreFailure(e));
        } catch (InterruptedException e) {
            LOG.debug("service {} was interrupted while it waited for the store", service, e);
            return now;
        } catch (RuntimeException e) {
            LOG.error("service {} failed; trying again", service, e);
            return now + settings.poll().toNanos();
        }
    }

    /** Returns the deadline for a reply of the store: the cut-off, if it is earlier than the timeout. */
    private long replyDeadline(long now) {
        long timeout = now + STORE_TIMEOUT.toNanos();
        return cutOffTime().stream()
                .map(time -> Math.min(time, timeout))
                .findFirst()
                .orElse(timeout);
    }

    private void release(List<Unit> lost) {
        if (!lost.isEmpty()) {
            setHoldings(holdings.without(lost));
            lost.forEach(unit -> notifyListener("lost", listener::lost, unit));
        }
    }

    /**
     * Acknowledges that all units which this table does not give to the service are released, and registers the service if it has no field,
     * because it was forgotten or is denied. The writer must know that the service acknowledges before it gives it a unit, so the
     * acknowledgement comes first, and again when in doubt.
     */
    private void acknowledgeAndRegister(ServiceAssignment assignment, long now) throws InterruptedException {
        if (!announced || !assignment.listed() || !assignment.version().equals(acknowledged)) {
            long epoch = assignment.version().map(Version::epoch).orElse(0L);
            send(() -> store.assignments().acknowledge(service, epoch), now);
            announced = true;
            acknowledged = assignment.version();
            lineages.acknowledged(acknowledged);
        }
        if (closeDeadline.isPresent()) {
            send(() -> store.names().remove(settings.namespace(), List.of(service)), now);
            unlisted = !assignment.listed();
        } else if (!assignment.listed()) {
            send(() -> store.names().add(settings.namespace(), List.of(service)), now);
        }
    }

    private void send(Runnable request, long now) throws InterruptedException {
        storeExecutor.call(
                () -> {
                    request.run();
                    return Boolean.TRUE;
                },
                replyDeadline(now));
    }

    private long gain(ServiceAssignment assignment, boolean handoversUnknown, long now) {
        if (closeDeadline.isPresent()) {
            return now + settings.poll().toNanos();
        }
        UnitHoldings.Step step = holdings.step(assignment, service, handoversUnknown, now, settings.grace());
        setHoldings(step.next());
        for (Unit unit : step.gained()) {
            if (System.nanoTime() - now > settings.grace().toNanos() / 2) {
                return now; // this look is too old to act on
            }
            setHoldings(holdings.with(unit));
            notifyListener("gained", listener::gained, unit);
        }
        return step.lookAgain().isPresent()
                ? Math.min(step.lookAgain().getAsLong(), now + HANDOVER_POLL.toNanos())
                : now + settings.poll().toNanos();
    }

    private void logRecovery() {
        if (unreadable) {
            LOG.info("service {} reads the table again", service);
            unreadable = false;
        }
    }

    /** Returns the time at which this service is cut off, unless a ping or the table arrives before; empty when it holds nothing. */
    private Optional<Long> cutOffTime() {
        if (settings.cutOff().isEmpty() || holdings.held().isEmpty()) {
            return Optional.empty();
        }
        long pinged = lastPinged.get().orElse(lastLook);
        return Optional.of(settings.cutOff().get().toNanos() + (pinged - lastLook > 0 ? pinged : lastLook));
    }

    /** Releases all units if the service is cut off; returns the time of the next look. */
    private long onStoreFailure(StoreAccessException e) {
        if (!unreadable) {
            LOG.warn("service {} cannot read the table: {}", service, e.getMessage());
            unreadable = true;
        }
        long now = System.nanoTime();
        Optional<Long> cutOff = cutOffTime();
        if (cutOff.isPresent() && now - cutOff.get() >= 0) {
            LOG.warn("service {} is cut off, without pings and without the table: it releases all units", service);
            releaseAll();
        }
        return cutOff.filter(time -> time - now > 0)
                .orElse(now + settings.poll().toNanos());
    }

    private void releaseAll() {
        List<Unit> all = List.copyOf(holdings.held().values());
        setHoldings(UnitHoldings.EMPTY);
        all.forEach(unit -> notifyListener("lost", listener::lost, unit));
    }

    /** Releases all units, unregisters in case that failed before, and acknowledges the releases. */
    private void withdraw() {
        releaseAll();
        try {
            long now = System.nanoTime();
            send(() -> store.names().remove(settings.namespace(), List.of(service)), now);
            Optional<Version> last =
                    storeExecutor.call(() -> store.assignments().look(service).version(), replyDeadline(now));
            if (last.isPresent()) {
                send(() -> store.assignments().acknowledge(service, last.get().epoch()), now);
            }
        } catch (StoreAccessException e) {
            LOG.warn(
                    "service {} could not unregister: {}; it will be denied because its pings fail",
                    service,
                    e.getMessage());
        } catch (InterruptedException e) {
            LOG.warn(
                    "service {} was interrupted before it unregistered; it will be denied because its pings fail",
                    service);
        }
    }

    @SuppressWarnings(
            "CatchingUnchecked") // whatever a listener throws, the units stay with this service and the loop goes on
    private void notifyListener(String event, Consumer<Unit> callback, Unit unit) {
        try {
            callback.accept(unit);
        } catch (Throwable e) {
            LOG.error(
                    "service {}: the listener failed when it was notified that the service {} {}",
                    service,
                    event,
                    unit.name(),
                    e);
        }
    }
}
