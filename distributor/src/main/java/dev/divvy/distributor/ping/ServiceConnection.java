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

/** A service that is pinged: its connection, kept only while the service is alive, and the method that it implements. */
final class ServiceConnection implements AutoCloseable {

    private final ServiceAddress address;
    private final PingSettings settings;
    private final GrpcChannelFactory channels;
    private final List<PingMethod<?, ?>> methods;
    private final Runnable hint;

    /** The lookup of the service's name. Written by the thread that starts a round; rounds start one at a time. */
    private @Nullable CompletableFuture<Void> lookup;

    /** The current attempt. Written under this lock, like all fields below; replies to earlier attempts change none of them. */
    private @Nullable PingAttempt current;

    /** The method that the service implemented last; tried first. */
    private PingMethod<?, ?> preferred;

    /** The duration of the last ping; a new service may take the whole timeout. */
    private Duration lastTook;

    private @Nullable ManagedChannel channel;
    private @Nullable HealthWatch watch;
    private boolean closed;

    ServiceConnection(ServiceAddress address, PingSettings settings, GrpcChannelFactory channels, Runnable hint) {
        this.address = address;
        this.settings = settings;
        this.channels = channels;
        this.hint = hint;
        methods = PingMethod.of(settings);
        preferred = methods.get(0);
        lastTook = settings.timeout();
    }

    synchronized Duration lastTook() {
        return lastTook;
    }

    void ping(Consumer<PingResult> onResult) {
        PingAttempt attempt = begin(onResult);
        // A pending lookup is not repeated: requests must not pile up at a slow name server.
        lookup = lookup == null || lookup.isDone() ? lookUp() : lookup;
        CompletableFuture<Void> bounded =
                lookup.copy().orTimeout(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<Void> unused = bounded.whenComplete((done, error) -> onLookup(error, attempt));
    }

    private synchronized PingAttempt begin(Consumer<PingResult> onResult) {
        PingAttempt attempt = new PingAttempt(methods, preferred, isOpen(), settings.timeout(), onResult);
        current = attempt;
        return attempt;
    }

    /** Ends the current attempt. Its connection has not proved to work, so the next attempt does not use it. */
    synchronized void abandon() {
        if (current != null) {
            current = null;
            disconnect();
        }
    }

    private CompletableFuture<Void> lookUp() {
        return isOpen() ? CompletableFuture.completedFuture(null) : channels.lookUp(address);
    }

    private void onLookup(@Nullable Throwable error, PingAttempt attempt) {
        if (error == null) {
            call(attempt);
        } else {
            String why = error instanceof TimeoutException
                    ? "is not found within " + settings.timeout().toMillis() + " ms"
                    : "is not known";
            deny(attempt, "the name " + address.host() + " " + why);
        }
    }

    private void call(PingAttempt attempt) {
        try {
            Optional<Channel> open = open(attempt);
            if (open.isEmpty()) {
                deny(attempt, "the ping was abandoned");
                return;
            }
            PingCall.start(open.get(), attempt.next(), attempt.deadline(), reply -> onReply(reply, attempt));
        } catch (RuntimeException e) {
            // A failure with one service must not delay the others of the round.
            deny(attempt, "cannot be pinged: " + e);
        }
    }

    private void onReply(PingCall.Reply reply, PingAttempt attempt) {
        if (reply.isUnimplemented() && attempt.hasNext()) {
            call(attempt);
            return;
        }
        if (reply.status().getCode() == Status.Code.UNAVAILABLE && attempt.retry(reply.method())) {
            // An old connection that broke says nothing about a service that was restarted since.
            disconnect(attempt);
            call(attempt);
            return;
        }
        complete(attempt, denial(reply), reply.status().isOk() ? Optional.of(reply.method()) : Optional.empty());
    }

    private void deny(PingAttempt attempt, String reason) {
        complete(attempt, Optional.of(reason), Optional.empty());
    }

    private void complete(PingAttempt attempt, Optional<String> denial, Optional<PingMethod<?, ?>> implemented) {
        Duration took = attempt.took();
        synchronized (this) {
            if (current != attempt) {
                return;
            }
            current = null;
            preferred = implemented.orElse(preferred);
            lastTook = took;
            if (denial.isPresent()) {
                // After a failure gRPC would back off before it reconnects.
                disconnect();
            } else if (settings.watch()) {
                watch();
            }
        }
        attempt.complete(denial, took);
    }

    private Optional<String> denial(PingCall.Reply reply) {
        if (reply.isUnimplemented()) {
            return Optional.of(FailureReasons.unimplemented(methods));
        }
        return reply.status().isOk()
                ? Optional.ofNullable(reply.denial())
                : Optional.of(FailureReasons.of(reply.status(), address, settings.timeout()));
    }

    private synchronized boolean isOpen() {
        return channel != null;
    }

    private synchronized Optional<Channel> open(PingAttempt attempt) {
        if (current != attempt) {
            return Optional.empty();
        }
        if (channel == null && !closed) {
            channel = channels.open(address);
        }
        return Optional.ofNullable(channel);
    }

    /** Called under the lock. */
    private void watch() {
        if (channel != null && (watch == null || watch.isDue())) {
            watch = HealthWatch.open(channel, hint);
        }
    }

    private synchronized void disconnect(PingAttempt attempt) {
        if (current == attempt) {
            disconnect();
        }
    }

    /** Called under the lock. */
    private void disconnect() {
        if (watch != null) {
            watch.cancel();
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
        disconnect();
    }
}
