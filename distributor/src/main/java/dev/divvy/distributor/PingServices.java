package dev.divvy.distributor;

import dev.divvy.distributor.ping.PingHeader;
import dev.divvy.distributor.ping.PingProto;
import io.grpc.BindableService;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.stub.ServerCalls;
import java.util.List;
import java.util.OptionalLong;

/** What a service binds to a gRPC server of its own to answer pings: the health service, and Ping for whoever knows only that. */
public final class PingServices {

    private final HealthStatusManager health = new HealthStatusManager();

    /** Written by pings of a distributor that end well: the evidence that it sees this service alive. */
    private volatile OptionalLong lastPinged = OptionalLong.empty();

    private volatile boolean serving = true;

    /** Services that answer as serving from the start. */
    public PingServices() {}

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

    /** {@link System#nanoTime()} of the last ping of a distributor that was answered as serving; health checks of others do not count. */
    public OptionalLong lastPinged() {
        return lastPinged;
    }

    private final class Noting implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            boolean ping =
                    PingHeader.isOn(headers) && call.getMethodDescriptor().getType() == MethodType.UNARY;
            return next.startCall(ping ? new Noted<>(call) : call, headers);
        }
    }

    private final class Noted<Q, A> extends SimpleForwardingServerCall<Q, A> {

        /** Written by the call itself. */
        private boolean denied;

        Noted(ServerCall<Q, A> call) {
            super(call);
        }

        @Override
        public void sendMessage(A message) {
            denied = message instanceof HealthCheckResponse response && response.getStatus() != ServingStatus.SERVING;
            super.sendMessage(message);
        }

        @Override
        public void close(Status status, Metadata trailers) {
            if (status.isOk() && !denied) {
                lastPinged = OptionalLong.of(System.nanoTime());
            }
            super.close(status, trailers);
        }
    }
}
