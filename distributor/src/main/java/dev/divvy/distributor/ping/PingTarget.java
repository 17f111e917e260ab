package dev.divvy.distributor.ping;

import dev.divvy.distributor.PingSettings;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One service: the connection to it, kept only while it is alive, and the way of asking that it knows. */
final class PingTarget implements AutoCloseable {

    private final ServiceAddress address;
    private final PingSettings settings;
    private final GrpcChannels wire;
    private final List<PingMethod<?, ?>> ways;
    private final Runnable hint;

    /** The question for the service's name. Written by who begins a round; there is one at a time. */
    private @Nullable CompletableFuture<Void> lookup;

    /** Who is awaited. Written under this lock, as all below; what another one hears changes none of it. */
    private @Nullable PingAttempt current;

    /** The way that the service knew last. */
    private PingMethod<?, ?> known;

    /** How long the last answer took; a newcomer may take as long as any. */
    private Duration lastTook;

    private @Nullable ManagedChannel channel;
    private @Nullable HealthWatch watch;
    private boolean closed;

    PingTarget(ServiceAddress address, PingSettings settings, GrpcChannels wire, Runnable hint) {
        this.address = address;
        this.settings = settings;
        this.wire = wire;
        this.hint = hint;
        ways = PingMethod.of(settings);
        known = ways.get(0);
        lastTook = settings.timeout();
    }

    synchronized Duration lastTook() {
        return lastTook;
    }

    void ask(Consumer<PingResult> told) {
        PingAttempt inquiry = begin(told);
        // One whose answer is still awaited is not looked up once more: a slow name server must not gather questions.
        lookup = lookup == null || lookup.isDone() ? lookUp() : lookup;
        CompletableFuture<Void> bounded =
                lookup.copy().orTimeout(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<Void> unused = bounded.whenComplete((done, error) -> lookedUp(error, inquiry));
    }

    private synchronized PingAttempt begin(Consumer<PingResult> told) {
        PingAttempt inquiry = new PingAttempt(ways, known, isOpen(), settings.timeout(), told);
        current = inquiry;
        return inquiry;
    }

    /** Who has not answered yet is awaited no longer. Its connection has proved nothing, so the next inquiry does not rely on it. */
    synchronized void abandon() {
        if (current != null) {
            current = null;
            hangUp();
        }
    }

    private CompletableFuture<Void> lookUp() {
        return isOpen() ? CompletableFuture.completedFuture(null) : wire.lookUp(address);
    }

    private void lookedUp(@Nullable Throwable error, PingAttempt inquiry) {
        if (error == null) {
            ask(inquiry);
        } else {
            String why = error instanceof TimeoutException
                    ? "is not found within " + settings.timeout().toMillis() + " ms"
                    : "is not known";
            deny(inquiry, "the name " + address.host() + " " + why);
        }
    }

    private void ask(PingAttempt inquiry) {
        try {
            Optional<Channel> open = open(inquiry);
            if (open.isEmpty()) {
                deny(inquiry, "no longer asked");
                return;
            }
            PingCall.ask(open.get(), inquiry.next(), inquiry.deadline(), reply -> heard(reply, inquiry));
        } catch (RuntimeException e) {
            // A fault of one service must not keep the others of its round waiting.
            deny(inquiry, "cannot be asked: " + e);
        }
    }

    private void heard(PingCall.Reply reply, PingAttempt inquiry) {
        if (reply.isAbsent() && inquiry.hasNext()) {
            ask(inquiry);
            return;
        }
        if (reply.status().getCode() == Status.Code.UNAVAILABLE && inquiry.again(reply.way())) {
            // That an old connection broke says nothing of a service that was started anew since.
            hangUp(inquiry);
            ask(inquiry);
            return;
        }
        answer(inquiry, denial(reply), reply.status().isOk() ? Optional.of(reply.way()) : Optional.empty());
    }

    private void deny(PingAttempt inquiry, String reason) {
        answer(inquiry, Optional.of(reason), Optional.empty());
    }

    private void answer(PingAttempt inquiry, Optional<String> denial, Optional<PingMethod<?, ?>> understood) {
        Duration took = inquiry.took();
        synchronized (this) {
            if (current != inquiry) {
                return;
            }
            current = null;
            known = understood.orElse(known);
            lastTook = took;
            if (denial.isPresent()) {
                // After a failure gRPC would wait longer and longer before it connects again.
                hangUp();
            } else if (settings.watch()) {
                watch();
            }
        }
        inquiry.answer(denial, took);
    }

    private Optional<String> denial(PingCall.Reply reply) {
        if (reply.isAbsent()) {
            return Optional.of(FailureReasons.absent(ways));
        }
        return reply.status().isOk()
                ? Optional.ofNullable(reply.denial())
                : Optional.of(FailureReasons.of(reply.status(), address, settings.timeout()));
    }

    private synchronized boolean isOpen() {
        return channel != null;
    }

    private synchronized Optional<Channel> open(PingAttempt inquiry) {
        if (current != inquiry) {
            return Optional.empty();
        }
        if (channel == null && !closed) {
            channel = wire.open(address);
        }
        return Optional.ofNullable(channel);
    }

    /** Under the lock. */
    private void watch() {
        if (channel != null && (watch == null || watch.isDue())) {
            watch = HealthWatch.open(channel, hint);
        }
    }

    private synchronized void hangUp(PingAttempt inquiry) {
        if (current == inquiry) {
            hangUp();
        }
    }

    /** Under the lock. */
    private void hangUp() {
        if (watch != null) {
            watch.leave();
            watch = null;
        }
        if (channel != null) {
            channel.shutdownNow();
            channel = null;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        hangUp();
    }
}
