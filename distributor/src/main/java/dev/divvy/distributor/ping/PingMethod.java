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
 * One way to ask a service whether it is alive.
 *
 * @param name what it is called when a service does not know it
 * @param absent the errors by which a service says that it does not know this way
 * @param judge why the message of a good answer is a denial all the same
 */
record PingMethod<Q, A>(
        String name, MethodDescriptor<Q, A> method, Q question, Set<Status.Code> absent, Judge<A> judge) {

    interface Judge<A> {
        Optional<String> denial(@Nullable A message);
    }

    /** Who has a health service but keeps no state of the whole server says NOT_FOUND. */
    private static final PingMethod<HealthCheckRequest, HealthCheckResponse> HEALTH = new PingMethod<>(
            HealthGrpc.SERVICE_NAME,
            HealthGrpc.getCheckMethod(),
            HealthCheckRequest.getDefaultInstance(),
            Set.of(Status.Code.UNIMPLEMENTED, Status.Code.NOT_FOUND),
            PingMethod::notServing);

    private static final PingMethod<byte[], byte[]> PING = empty(PingProto.SERVICE, PingProto.PING);

    /** In the order in which they are tried. */
    static List<PingMethod<?, ?>> of(PingSettings settings) {
        if (settings.method().isEmpty()) {
            return List.of(HEALTH, PING);
        }
        String method = settings.method().get();
        return List.of(empty(method, PingProto.emptyTo(method.substring(1))));
    }

    private static PingMethod<byte[], byte[]> empty(String name, MethodDescriptor<byte[], byte[]> method) {
        return new PingMethod<>(
                name, method, PingProto.EMPTY, Set.of(Status.Code.UNIMPLEMENTED), message -> Optional.empty());
    }

    private static Optional<String> notServing(@Nullable HealthCheckResponse message) {
        if (message == null) {
            return Optional.of("says nothing");
        }
        return message.getStatus() == ServingStatus.SERVING
                ? Optional.empty()
                : Optional.of("says " + message.getStatus());
    }
}
