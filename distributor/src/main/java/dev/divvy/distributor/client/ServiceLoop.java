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

/** The thread of a service that follows the table: the only one that changes its hand and tells its listener. */
public final class ServiceLoop {

    private static final Logger LOG = LoggerFactory.getLogger("dev.divvy.distributor.client");

    /** How soon one who waits for others looks again: nobody tells when they have let go. */
    private static final Duration IMPATIENCE = Duration.ofMillis(50);

    /** How long the store may take, where nothing that is held makes it urgent. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final StorePorts store;
    private final ServiceSettings settings;
    private final String service;
    private final Supplier<OptionalLong> lastPinged;
    private final UnitListener listener;
    private final Signal wakeUp = new Signal();
    private final StoreExecutor asker;
    private final Thread thread;

    /** Written by the thread only, under this lock. */
    private volatile UnitHoldings hand = UnitHoldings.EMPTY;

    /** Written by who closes: the moment of the clock at which all is let go of at the latest. */
    private volatile OptionalLong farewell = OptionalLong.empty();

    // Of the thread only, all that follows.

    /** Whether the store knows that this service acknowledges; and the table up to which it did, if there was one. */
    private boolean introduced;

    private Optional<Version> acknowledged = Optional.empty();

    /** When the table was last read. */
    private long lastLook = System.nanoTime();

    /** Whether the last look failed. */
    private boolean away;

    /** Whether a table was seen that does not list this service, after it withdrew. */
    private boolean withdrawn;

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
        this.asker = new StoreExecutor("divvy-service-store-" + service);
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
        return hand.held();
    }

    private synchronized void become(UnitHoldings next) {
        hand = next;
        notifyAll();
    }

    /** Waits until the units held are as wanted; returns whether that came in time. */
    public synchronized boolean await(Predicate<Set<String>> wanted, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + Durations.waitNanos(atMost);
        for (long left; !wanted.test(hand.held().keySet()); ) {
            left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /** Returns when all was let go of; or when a listener does not come to an end. From a listener it only begins. */
    public void close() {
        synchronized (this) {
            if (farewell.isEmpty()) {
                farewell =
                        OptionalLong.of(System.nanoTime() + settings.farewell().toNanos());
            }
        }
        wakeUp.raise();
        if (Thread.currentThread() != thread) {
            awaitEnd();
        }
    }

    private void awaitEnd() {
        long end = farewell.orElseThrow() + settings.grace().toNanos() + PATIENCE.toNanos();
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, end - System.nanoTime()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.warn("service {} closes although its listener has not come to an end; it is interrupted", service);
            thread.interrupt();
        }
    }

    private void run() {
        Subscription hints = store.assignments().onChange(wakeUp::raise);
        try {
            while (!isOver()) {
                awaitNext(step());
            }
        } finally {
            hints.close();
            end();
            asker.close();
        }
    }

    /** An interruption that a listener left behind means nothing; whoever ends this says so before. */
    private void awaitNext(long moment) {
        try {
            wakeUp.awaitUntil(farewell.isPresent() ? Math.min(moment, farewell.getAsLong()) : moment);
        } catch (InterruptedException e) {
            LOG.debug("service {} was interrupted while it waited", service, e);
        }
    }

    private boolean isOver() {
        OptionalLong end = farewell;
        return end.isPresent()
                && (System.nanoTime() - end.getAsLong() >= 0 || (hand.held().isEmpty() && withdrawn));
    }

    /** One look at the table and what follows from it; answers when to look again. */
    private long step() {
        long now = System.nanoTime();
        try {
            ServiceAssignment posting = asker.ask(() -> store.assignments().look(service), limit(now));
            lastLook = now;
            back();
            boolean blind = isBlind(posting);
            List<Unit> lost = hand.lost(posting);
            letGo(lost);
            attend(posting, now);
            // While something was let go of, the table may have changed again: what is gained is gained from a fresh
            // look.
            return lost.isEmpty() ? gain(posting, blind, now) : now;
        } catch (StoreAccessException e) {
            return Math.min(now + settings.poll().toNanos(), trouble(e));
        } catch (InterruptedException e) {
            LOG.debug("service {} was interrupted while it asked", service, e);
            return now;
        } catch (RuntimeException e) {
            LOG.error("service {} failed and goes on", service, e);
            return now + settings.poll().toNanos();
        }
    }

    /** Until when an answer of the store is waited for: who is about to be cut off has no longer. */
    private long limit(long now) {
        long patience = now + PATIENCE.toNanos();
        return cutOff().stream()
                .map(moment -> Math.min(moment, patience))
                .findFirst()
                .orElse(patience);
    }

    /** The writer of this table did not know of this service, or of another table than the one that it acknowledged. */
    private boolean isBlind(ServiceAssignment posting) {
        boolean another = acknowledged.isPresent()
                && !acknowledged.map(Version::lineage).equals(posting.version().map(Version::lineage));
        return !introduced || another;
    }

    private void letGo(List<Unit> lost) {
        if (!lost.isEmpty()) {
            become(hand.without(lost));
            lost.forEach(unit -> tell("lost", listener::lost, unit));
        }
    }

    /**
     * Says that all that this table does not give was let go of; and registers, for a service without a field was forgotten or is denied.
     * The writer must know that this service acknowledges before it gives anything to it: so that is said first, and again when in doubt.
     */
    private void attend(ServiceAssignment posting, long now) throws InterruptedException {
        if (!introduced || !posting.listed() || !posting.version().equals(acknowledged)) {
            long epoch = posting.version().map(Version::epoch).orElse(0L);
            order(() -> store.assignments().acknowledge(service, epoch), now);
            introduced = true;
            acknowledged = posting.version();
        }
        if (farewell.isPresent()) {
            order(() -> store.names().remove(settings.namespace(), List.of(service)), now);
            withdrawn = !posting.listed();
        } else if (!posting.listed()) {
            order(() -> store.names().add(settings.namespace(), List.of(service)), now);
        }
    }

    private void order(Runnable order, long now) throws InterruptedException {
        asker.ask(
                () -> {
                    order.run();
                    return Boolean.TRUE;
                },
                limit(now));
    }

    private long gain(ServiceAssignment posting, boolean blind, long now) {
        UnitHoldings.Play play = hand.play(posting, service, blind, now, settings.grace());
        become(play.next());
        for (Unit unit : play.gained()) {
            if (System.nanoTime() - now > settings.grace().toNanos() / 2) {
                return now; // this look is too old to go by
            }
            become(hand.with(unit));
            tell("gained", listener::gained, unit);
        }
        return play.again().isPresent()
                ? Math.min(play.again().getAsLong(), now + IMPATIENCE.toNanos())
                : now + settings.poll().toNanos();
    }

    private void back() {
        if (away) {
            LOG.info("service {} reads the table again", service);
            away = false;
        }
    }

    /** When this service counts as cut off, if nothing is heard until then; empty when nothing can be lost by that. */
    private Optional<Long> cutOff() {
        if (settings.cutOff().isEmpty() || hand.held().isEmpty()) {
            return Optional.empty();
        }
        long pinged = lastPinged.get().orElse(lastLook);
        return Optional.of(settings.cutOff().get().toNanos() + (pinged - lastLook > 0 ? pinged : lastLook));
    }

    /** Answers when to look again at the latest. */
    private long trouble(StoreAccessException e) {
        if (!away) {
            LOG.warn("service {} cannot read the table: {}", service, e.getMessage());
            away = true;
        }
        long now = System.nanoTime();
        Optional<Long> limit = cutOff();
        if (limit.isPresent() && now - limit.get() >= 0) {
            LOG.warn("service {} is cut off, without pings and without the table: it lets go of all", service);
            dropAll();
        }
        return limit.filter(moment -> moment - now > 0)
                .orElse(now + settings.poll().toNanos());
    }

    private void dropAll() {
        List<Unit> all = List.copyOf(hand.held().values());
        become(UnitHoldings.EMPTY);
        all.forEach(unit -> tell("lost", listener::lost, unit));
    }

    /** The last words: withdrawn if that failed before, nothing held, and said so. */
    private void end() {
        dropAll();
        try {
            long now = System.nanoTime();
            order(() -> store.names().remove(settings.namespace(), List.of(service)), now);
            Optional<Version> last =
                    asker.ask(() -> store.assignments().look(service).version(), limit(now));
            if (last.isPresent()) {
                order(() -> store.assignments().acknowledge(service, last.get().epoch()), now);
            }
        } catch (StoreAccessException e) {
            LOG.warn("service {} could not withdraw: {}; its pings will fail", service, e.getMessage());
        } catch (InterruptedException e) {
            LOG.warn("service {} was interrupted before it had withdrawn; its pings will fail", service);
        }
    }

    @SuppressWarnings(
            "CatchingUnchecked") // whatever a listener throws, the units are this service's and the table goes on
    private void tell(String what, Consumer<Unit> listening, Unit unit) {
        try {
            listening.accept(unit);
        } catch (Throwable e) {
            LOG.error("service {}: the listener failed when it was told that it {} {}", service, what, unit.name(), e);
        }
    }
}
