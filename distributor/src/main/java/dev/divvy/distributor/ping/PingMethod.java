package dev.divvy.distributor.ping;

import dev.divvy.distributor.PingSettings;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A gRPC method by which a service is asked whether it is alive.
 *
 * @param name the name in the message for a service that does not implement it
 * @param request the message to send
 * @param unimplemented the status codes by which a service says that it does not implement the method
 * @param check tells whether the message of a successful call is a denial
 */
record PingMethod<ReqT, RespT>(
        String name,
        MethodDescriptor<ReqT, RespT> descriptor,
        ReqT request,
        Set<Status.Code> unimplemented,
        ReplyCheck<RespT> check) {

    interface ReplyCheck<RespT> {

        /** Returns the reason for the denial; empty when the service is alive. */
        Optional<String> denial(@Nullable RespT message);
    }

    /** A health service without a status of the whole server answers NOT_FOUND. */
    private static final PingMethod<HealthCheckRequest, HealthCheckResponse> HEALTH = new PingMethod<>(
            HealthGrpc.SERVICE_NAME,
            HealthGrpc.getCheckMethod(),
            HealthCheckRequest.getDefaultInstance(),
            Set.of(Status.Code.UNIMPLEMENTED, Status.Code.NOT_FOUND),
            PingMethod::notServing);

    private static final PingMethod<byte[], byte[]> PING = empty(PingProto.SERVICE, PingProto.PING);

    private static final PingMethod<byte[], byte[]> GRPC_PINGER =
            empty(PingProto.GRPC_PINGER, PingProto.method(PingProto.GRPC_PINGER + "/Ping"));

    /** Returns the methods in the order in which they are tried. */
    static List<PingMethod<?, ?>> of(PingSettings settings) {
        if (settings.method().isEmpty()) {
            return List.of(HEALTH, PING, GRPC_PINGER);
        }
        String method = settings.method().get();
        return List.of(empty(method, PingProto.method(method.substring(1))));
    }

    private static PingMethod<byte[], byte[]> empty(String name, MethodDescriptor<byte[], byte[]> method) {
        return new PingMethod<>(
                name, method, PingProto.EMPTY, Set.of(Status.Code.UNIMPLEMENTED), message -> Optional.empty());
    }

    private static Optional<String> notServing(@Nullable HealthCheckResponse message) {
        if (message == null) {
            return Optional.of("answers without a message");
        }
        return message.getStatus() == ServingStatus.SERVING
                ? Optional.empty()
                : Optional.of("says " + message.getStatus());
    }
}
