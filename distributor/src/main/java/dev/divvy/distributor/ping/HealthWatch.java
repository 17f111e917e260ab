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

/** A living service's promise to tell when it stops serving; its end tells as well. */
final class HealthWatch extends ClientCall.Listener<HealthCheckResponse> {

    /** A service that ends its watches by habit must not be asked in a circle. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ClientCall<HealthCheckRequest, HealthCheckResponse> call;
    private final Runnable hint;
    private final long opened = System.nanoTime();

    /** Written by the call's own callbacks, which come one after the other. */
    private @Nullable ServingStatus last;

    /** Written by the call's last callback. */
    private volatile Status.@Nullable Code end;

    /** Written by whoever closes the line. */
    private volatile boolean left;

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

    /** Whether it is over and it is time for another. A service that does not know watches is not asked again. */
    boolean isDue() {
        return end != null && end != Status.Code.UNIMPLEMENTED && System.nanoTime() - opened > PAUSE_NANOS;
    }

    /** From now on it hints at nothing. */
    void leave() {
        left = true;
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
        // A server that stops resets its calls, which reads as cancelled, or is gone at once.
        boolean lost = last == null && (end == Status.Code.UNAVAILABLE || end == Status.Code.CANCELLED);
        if (lost || last == ServingStatus.SERVING) {
            hint();
        }
    }

    private void hint() {
        if (!left) {
            hint.run();
        }
    }
}
