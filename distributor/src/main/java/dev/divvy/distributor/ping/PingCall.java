package dev.divvy.distributor.ping;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One call of one method of a service. */
final class PingCall<RespT> extends ClientCall.Listener<RespT> {

    /** The end of a call: its status, and the reason if its message denies that the service is alive. */
    record Reply(
            PingMethod<?, ?> method,
            Status status,
            @Nullable String denial) {
        boolean isUnimplemented() {
            return method.unimplemented().contains(status.getCode());
        }
    }

    /** One more than expected, so that the call completes also if the service streams its reply. */
    private static final int MESSAGES = 2;

    private final PingMethod<?, RespT> method;
    private final Consumer<Reply> onReply;

    /** The first message. Written by the callbacks of the call, which are serialized. */
    private @Nullable RespT message;

    private PingCall(PingMethod<?, RespT> method, Consumer<Reply> onReply) {
        this.method = method;
        this.onReply = onReply;
    }

    static <ReqT, RespT> void start(
            Channel channel, PingMethod<ReqT, RespT> method, Deadline deadline, Consumer<Reply> onReply) {
        ClientCall<ReqT, RespT> call = channel.newCall(method.descriptor(), CallOptions.DEFAULT.withDeadline(deadline));
        call.start(new PingCall<>(method, onReply), PingHeader.headers());
        call.request(MESSAGES);
        call.sendMessage(method.request());
        call.halfClose();
    }

    @Override
    public void onMessage(RespT next) {
        message = message == null ? next : message;
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        String denial = status.isOk() ? method.check().denial(message).orElse(null) : null;
        onReply.accept(new Reply(method, status, denial));
    }
}
