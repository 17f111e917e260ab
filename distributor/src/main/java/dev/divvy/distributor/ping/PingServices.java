package dev.divvy.distributor.ping;

import io.grpc.BindableService;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.stub.ServerCalls;
import java.util.List;
import java.util.OptionalLong;

/** What a service binds to a gRPC server of its own to answer pings: the health service, and Ping for whoever knows only that. */
public final class PingServices {

    private final HealthStatusManager health = new HealthStatusManager();

    /** Written by calls that end well. */
    private volatile OptionalLong lastPinged = OptionalLong.empty();

    private volatile boolean serving = true;

    /** For a server that has no health service yet; one that has needs none of these. */
    public List<ServerServiceDefinition> definitions() {
        BindableService healthService = health.getHealthService();
        ServerServiceDefinition ping = ServerServiceDefinition.builder(PingProto.SERVICE)
                .addMethod(PingProto.PING, ServerCalls.asyncUnaryCall((question, answer) -> {
                    if (!serving) {
                        answer.onError(Status.UNAVAILABLE
                                .withDescription("not serving")
                                .asRuntimeException());
                        return;
                    }
                    answer.onNext(PingProto.EMPTY);
                    answer.onCompleted();
                }))
                .build();
        return List.of(
                ServerInterceptors.intercept(healthService, new Noting()),
                ServerInterceptors.intercept(ping, new Noting()));
    }

    /** A service that does not serve is denied until it does again. */
    public void setServing(boolean next) {
        serving = next;
        health.setStatus(
                HealthStatusManager.SERVICE_NAME_ALL_SERVICES,
                next ? ServingStatus.SERVING : ServingStatus.NOT_SERVING);
    }

    /** {@link System#nanoTime()} of the last ping that was answered well. */
    public OptionalLong lastPinged() {
        return lastPinged;
    }

    private final class Noting implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            return next.startCall(
                    new SimpleForwardingServerCall<>(call) {
                        @Override
                        public void close(Status status, Metadata trailers) {
                            if (status.isOk()) {
                                lastPinged = OptionalLong.of(System.nanoTime());
                            }
                            super.close(status, trailers);
                        }
                    },
                    headers);
        }
    }
}
