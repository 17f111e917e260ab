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

/** The gRPC services that a service adds to its own server to answer pings: the health service, and Ping for clients without health. */
public final class PingResponder {

    private final HealthStatusManager health = new HealthStatusManager();

    /** Written by each ping of a distributor that is answered as serving: evidence that the distributor considers this service alive. */
    private volatile OptionalLong lastPinged = OptionalLong.empty();

    private volatile boolean serving = true;

    /** Creates services that answer as serving from the start. */
    public PingResponder() {}

    /** Returns the services to add to a server that has no health service yet; a server that has one needs none of them. */
    public List<ServerServiceDefinition> definitions() {
        BindableService healthService = health.getHealthService();
        ServerServiceDefinition ping = ServerServiceDefinition.builder(PingProto.SERVICE)
                .addMethod(PingProto.PING, ServerCalls.asyncUnaryCall((request, reply) -> {
                    if (!serving) {
                        reply.onError(Status.UNAVAILABLE
                                .withDescription("not serving")
                                .asRuntimeException());
                        return;
                    }
                    reply.onNext(PingProto.EMPTY);
                    reply.onCompleted();
                }))
                .build();
        return List.of(
                ServerInterceptors.intercept(healthService, new PingInterceptor()),
                ServerInterceptors.intercept(ping, new PingInterceptor()));
    }

    /** Sets whether pings are answered as serving. A service that does not serve is denied until it serves again. */
    public void setServing(boolean next) {
        serving = next;
        health.setStatus(
                HealthStatusManager.SERVICE_NAME_ALL_SERVICES,
                next ? ServingStatus.SERVING : ServingStatus.NOT_SERVING);
    }

    /**
     * Returns the {@link System#nanoTime()} of the last ping of a distributor that was answered as serving. Health checks by other clients
     * do not count.
     */
    public OptionalLong lastPinged() {
        return lastPinged;
    }

    private final class PingInterceptor implements ServerInterceptor {
        @Override
        public <ReqT, RespT> ServerCall.Listener<ReqT> interceptCall(
                ServerCall<ReqT, RespT> call, Metadata headers, ServerCallHandler<ReqT, RespT> next) {
            boolean ping =
                    PingHeader.isIn(headers) && call.getMethodDescriptor().getType() == MethodType.UNARY;
            return next.startCall(ping ? new ServedPing<>(call) : call, headers);
        }
    }

    private final class ServedPing<ReqT, RespT> extends SimpleForwardingServerCall<ReqT, RespT> {

        /** Written by the thread of the call. */
        private boolean denied;

        ServedPing(ServerCall<ReqT, RespT> call) {
            super(call);
        }

        @Override
        public void sendMessage(RespT message) {
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
