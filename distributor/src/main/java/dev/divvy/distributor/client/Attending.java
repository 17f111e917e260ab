package dev.divvy.distributor.client;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.Subscription;
import dev.divvy.distributor.store.Posting;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;
import dev.divvy.distributor.store.Wakeup;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of a service that follows the table: the only one that changes its hand and tells its listener. */
final class Attending {

    private static final Logger LOG = LoggerFactory.getLogger("dev.divvy.distributor.client");

    /** How soon one who waits for others looks again: nobody tells when they have let go. */
    private static final Duration IMPATIENCE = Duration.ofMillis(50);

    private final Store store;
    private final ServiceSettings settings;
    private final String service;
    private final Supplier<OptionalLong> lastPinged;
    private final UnitListener listener;
    private final Wakeup wakeup = new Wakeup();
    private final Thread thread;

    /** Written by the thread only. */
    private volatile Hand hand = Hand.EMPTY;

    /** Set once, by who closes: the moment of the clock at which all is let go of at the latest. */
    private volatile OptionalLong farewell = OptionalLong.empty();

    /** Of the thread only: whether the store knows that this service acknowledges. */
    private boolean introduced;

    /** Of the thread only: when the table was last read. */
    private long lastLook = System.nanoTime();

    /** Of the thread only: whether the last look failed. */
    private boolean away;

    /** Of the thread only: whether a table was seen that does not list this service, after it withdrew. */
    private boolean withdrawn;

    Attending(
            Store store,
            ServiceSettings settings,
            String service,
            Supplier<OptionalLong> lastPinged,
            UnitListener listener) {
        this.store = store;
        this.settings = settings;
        this.service = service;
        this.lastPinged = lastPinged;
        this.listener = listener;
        this.thread = new Thread(this::run, "divvy-service-" + service);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    String service() {
        return service;
    }

    Hand hand() {
        return hand;
    }

    private synchronized void become(Hand next) {
        hand = next;
        notifyAll();
    }

    /** Waits until the hand is as wanted. */
    synchronized boolean await(Predicate<Hand> wanted, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        for (long left; !wanted.test(hand); ) {
            left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /** Returns when all was let go of. */
    void close() {
        synchronized (this) {
            if (farewell.isEmpty()) {
                farewell =
                        OptionalLong.of(System.nanoTime() + settings.farewell().toNanos());
            }
        }
        wakeup.ring();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
                farewell = OptionalLong.of(System.nanoTime());
                wakeup.ring();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        Subscription hints = store.postings().onChange(wakeup::ring);
        try {
            while (!isOver()) {
                long again = step();
                wakeup.awaitUntil(farewell.isPresent() ? Math.min(again, farewell.getAsLong()) : again);
            }
        } catch (InterruptedException e) {
            // Nobody else knows this thread; let go of all and end.
            LOG.warn("service {} was interrupted", service);
        } finally {
            hints.close();
            end();
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
        long usual = now + settings.poll().toNanos();
        try {
            introduce();
            Posting posting = store.postings().look(service);
            lastLook = now;
            back();
            attend(posting);
            letGo(hand.lost(posting), posting);
            Hand.Play play = hand.play(posting, service, now, settings.grace());
            become(play.next());
            play.gained().forEach(unit -> tell("gained", listener::gained, unit));
            return play.again().isPresent() ? Math.min(play.again().getAsLong(), now + IMPATIENCE.toNanos()) : usual;
        } catch (StoreTroubleException e) {
            return Math.min(usual, trouble(e));
        }
    }

    /** Before anything is given to this service the writer must know that it says when it has let go. */
    private void introduce() {
        if (!introduced) {
            long epoch =
                    store.postings().look(service).version().map(Version::epoch).orElse(0L);
            store.postings().acknowledge(service, epoch);
            introduced = true;
        }
    }

    /** A service without a field is not registered, was forgotten by the store, or is denied: registering again does no harm. */
    private void attend(Posting posting) {
        if (farewell.isPresent()) {
            store.names().remove(settings.namespace(), List.of(service));
            withdrawn = !posting.listed();
        } else if (!posting.listed()) {
            store.names().add(settings.namespace(), List.of(service));
        }
    }

    private void letGo(List<Unit> lost, Posting posting) {
        if (!lost.isEmpty()) {
            become(hand.without(lost));
            lost.forEach(unit -> tell("lost", listener::lost, unit));
            store.postings()
                    .acknowledge(service, posting.version().map(Version::epoch).orElse(0L));
        }
    }

    private void back() {
        if (away) {
            LOG.info("service {} reads the table again", service);
            away = false;
        }
    }

    /** Answers when this service counts as cut off, if nothing is heard until then. */
    private long trouble(StoreTroubleException e) {
        if (!away) {
            LOG.warn("service {} cannot read the table: {}", service, e.getMessage());
            away = true;
        }
        long now = System.nanoTime();
        if (settings.cutOff().isEmpty() || hand.held().isEmpty()) {
            return now + settings.poll().toNanos();
        }
        long pinged = lastPinged.get().orElse(lastLook);
        long limit = settings.cutOff().get().toNanos() + (pinged - lastLook > 0 ? pinged : lastLook);
        if (now - limit >= 0) {
            LOG.warn("service {} is cut off, without pings and without the table: it lets go of all", service);
            dropAll();
            return now + settings.poll().toNanos();
        }
        return limit;
    }

    private void dropAll() {
        List<Unit> all = List.copyOf(hand.held().values());
        become(Hand.EMPTY);
        all.forEach(unit -> tell("lost", listener::lost, unit));
    }

    /** The last words: withdrawn if that failed before, nothing held, and said so. */
    private void end() {
        dropAll();
        try {
            store.names().remove(settings.namespace(), List.of(service));
            store.postings()
                    .look(service)
                    .version()
                    .map(Version::epoch)
                    .ifPresent(epoch -> store.postings().acknowledge(service, epoch));
        } catch (StoreTroubleException e) {
            LOG.warn("service {} could not withdraw: {}; its pings will fail", service, e.getMessage());
        }
    }

    private void tell(String what, Consumer<Unit> listening, Unit unit) {
        try {
            listening.accept(unit);
        } catch (RuntimeException e) {
            LOG.error("service {}: the listener failed when it was told that it {} {}", service, what, unit.name(), e);
        }
    }
}
