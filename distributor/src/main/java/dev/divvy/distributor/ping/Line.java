package dev.divvy.distributor.ping;

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
final class Line implements AutoCloseable {

    private final Address address;
    private final PingSettings settings;
    private final Wire wire;
    private final List<Way<?, ?>> ways;
    private final Runnable hint;

    /** The way that the service knew last. Written by the inquiry under way; there is one at a time. */
    private volatile Way<?, ?> known;

    /** The question for the service's name. Written by who begins a round; there is one at a time. */
    private @Nullable CompletableFuture<Void> lookup;

    /** How long the last answer took; a newcomer may take as long as any. Written by the inquiry under way. */
    private volatile Duration lastTook;

    /** Written under this lock, as the two below. */
    private @Nullable ManagedChannel channel;

    private @Nullable Watch watch;
    private boolean closed;

    Line(Address address, PingSettings settings, Wire wire, Runnable hint) {
        this.address = address;
        this.settings = settings;
        this.wire = wire;
        this.hint = hint;
        ways = Way.of(settings);
        known = ways.get(0);
        lastTook = settings.timeout();
    }

    Duration lastTook() {
        return lastTook;
    }

    void ask(Consumer<Answer> told) {
        Inquiry inquiry = new Inquiry(ways, known, isOpen(), settings.timeout(), told);
        // One whose answer is still awaited is not looked up once more: a slow name server must not gather questions.
        lookup = lookup == null || lookup.isDone() ? lookUp() : lookup;
        CompletableFuture<Void> bounded =
                lookup.copy().orTimeout(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<Void> unused = bounded.whenComplete((done, error) -> lookedUp(error, inquiry));
    }

    private CompletableFuture<Void> lookUp() {
        return isOpen() ? CompletableFuture.completedFuture(null) : wire.lookUp(address);
    }

    private void lookedUp(@Nullable Throwable error, Inquiry inquiry) {
        if (error == null) {
            ask(inquiry);
        } else {
            String why = error instanceof TimeoutException
                    ? "is not found within " + settings.timeout().toMillis() + " ms"
                    : "is not known";
            answer(inquiry, Optional.of("the name " + address.host() + " " + why));
        }
    }

    private void ask(Inquiry inquiry) {
        try {
            Optional<Channel> open = open();
            if (open.isEmpty()) {
                answer(inquiry, Optional.of("no longer asked"));
                return;
            }
            Question.ask(open.get(), inquiry.next(), inquiry.deadline(), reply -> heard(reply, inquiry));
        } catch (RuntimeException e) {
            // A fault of one service must not keep the others of its round waiting.
            hangUp();
            answer(inquiry, Optional.of("cannot be asked: " + e));
        }
    }

    private void heard(Question.Reply reply, Inquiry inquiry) {
        if (reply.isAbsent() && inquiry.hasNext()) {
            ask(inquiry);
            return;
        }
        if (reply.status().getCode() == Status.Code.UNAVAILABLE && inquiry.again(reply.way())) {
            // That an old connection broke says nothing of a service that was started anew since.
            hangUp();
            ask(inquiry);
            return;
        }
        if (reply.status().isOk()) {
            known = reply.way();
        }
        Optional<String> denial = denial(reply);
        if (denial.isPresent()) {
            // After a failure gRPC would wait longer and longer before it connects again.
            hangUp();
        } else if (settings.watch()) {
            watch();
        }
        answer(inquiry, denial);
    }

    private void answer(Inquiry inquiry, Optional<String> denial) {
        lastTook = inquiry.answer(denial);
    }

    private Optional<String> denial(Question.Reply reply) {
        if (reply.isAbsent()) {
            return Optional.of(Reasons.absent(ways));
        }
        return reply.status().isOk()
                ? Optional.ofNullable(reply.denial())
                : Optional.of(Reasons.of(reply.status(), address, settings.timeout()));
    }

    private synchronized boolean isOpen() {
        return channel != null;
    }

    private synchronized Optional<Channel> open() {
        if (channel == null && !closed) {
            channel = wire.open(address);
        }
        return Optional.ofNullable(channel);
    }

    private synchronized void watch() {
        if (channel != null && (watch == null || watch.isDue())) {
            watch = Watch.open(channel, hint);
        }
    }

    private synchronized void hangUp() {
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
