package dev.divvy.distributor.ping;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One call to a service, in one way. */
final class PingCall<A> extends ClientCall.Listener<A> {

    /** How a call ended, and the reason for a denial that its message gives. */
    record Reply(
            PingMethod<?, ?> way, Status status, @Nullable String denial) {
        boolean isAbsent() {
            return way.absent().contains(status.getCode());
        }
    }

    /** One more than there should be, so that a good end is told also to whom streams its answer. */
    private static final int MESSAGES = 2;

    private final PingMethod<?, A> way;
    private final Consumer<Reply> told;

    /** The first one. Written by the call's own callbacks, which come one after the other. */
    private @Nullable A message;

    private PingCall(PingMethod<?, A> way, Consumer<Reply> told) {
        this.way = way;
        this.told = told;
    }

    static <Q, A> void ask(Channel channel, PingMethod<Q, A> way, Deadline deadline, Consumer<Reply> told) {
        ClientCall<Q, A> call = channel.newCall(way.method(), CallOptions.DEFAULT.withDeadline(deadline));
        call.start(new PingCall<>(way, told), PingHeader.headers());
        call.request(MESSAGES);
        call.sendMessage(way.question());
        call.halfClose();
    }

    @Override
    public void onMessage(A next) {
        message = message == null ? next : message;
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        String denial = status.isOk() ? way.judge().denial(message).orElse(null) : null;
        told.accept(new Reply(way, status, denial));
    }
}
