package dev.divvy.distributor.ping;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A Watch call to a live service, which reports when the service stops serving or the call ends. */
final class HealthWatch extends ClientCall.Listener<HealthCheckResponse> {

    /** A service that always ends its watches must not be watched again at once. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ClientCall<HealthCheckRequest, HealthCheckResponse> call;
    private final Runnable hint;
    private final long opened = System.nanoTime();

    /** Written by the callbacks of the call, which are serialized. */
    private @Nullable ServingStatus last;

    /** Written by the last callback of the call. */
    private volatile Status.@Nullable Code end;

    /** Written by the thread that disconnects the target. */
    private volatile boolean cancelled;

    private HealthWatch(ClientCall<HealthCheckRequest, HealthCheckResponse> call, Runnable hint) {
        this.call = call;
        this.hint = hint;
    }

    static HealthWatch open(Channel channel, Runnable hint) {
        ClientCall<HealthCheckRequest, HealthCheckResponse> call =
                channel.newCall(HealthGrpc.getWatchMethod(), CallOptions.DEFAULT);
        HealthWatch watch = new HealthWatch(call, hint);
        call.start(watch, new Metadata());
        call.request(1);
        call.sendMessage(HealthCheckRequest.getDefaultInstance());
        call.halfClose();
        return watch;
    }

    /** Whether it ended and another one is due. A service that does not implement Watch is not asked again. */
    boolean isDue() {
        return end != null && end != Status.Code.UNIMPLEMENTED && System.nanoTime() - opened > PAUSE_NANOS;
    }

    /** Cancels the call; no more hints come from it. */
    void cancel() {
        cancelled = true;
        call.cancel("no longer watched", null);
    }

    @Override
    public void onMessage(HealthCheckResponse message) {
        ServingStatus before = last;
        last = message.getStatus();
        if (last != ServingStatus.SERVING && last != before) {
            hint();
        }
        call.request(1);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        end = status.getCode();
        // A server that stops resets its calls, which the client sees as CANCELLED, or it disappears at once.
        boolean lost = last == null && (end == Status.Code.UNAVAILABLE || end == Status.Code.CANCELLED);
        if (lost || last == ServingStatus.SERVING) {
            hint();
        }
    }

    private void hint() {
        if (!cancelled) {
            hint.run();
        }
    }
}
