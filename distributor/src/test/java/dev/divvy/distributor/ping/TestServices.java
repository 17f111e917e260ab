package dev.divvy.distributor.ping;

import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;

/** gRPC services as other programs implement them. */
final class TestServices {

    static final String HEALTH = "grpc.health.v1.Health/Check";
    static final String PING = "divvy.distributor.v1.Ping/Ping";
    static final String GRPC_PINGER = "proto.GRPCPinger/Ping";
    static final String CUSTOM = "other.people.Robot/AreYouThere";

    private TestServices() {}

    static List<ServerServiceDefinition> health(ServingStatus status) {
        return health(observer -> {
            observer.onNext(HealthCheckResponse.newBuilder().setStatus(status).build());
            observer.onCompleted();
        });
    }

    static List<ServerServiceDefinition> health(Status status) {
        return health(observer -> observer.onError(status.asRuntimeException()));
    }

    /** Returns a health service without Watch. */
    static List<ServerServiceDefinition> health(Consumer<StreamObserver<HealthCheckResponse>> check) {
        return List.of(
                new HealthGrpc.HealthImplBase() {
                    @Override
                    public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> observer) {
                        check.accept(observer);
                    }
                }.bindService());
    }

    /** Returns a health service that serves, and whose Watch never sends a message. */
    static List<ServerServiceDefinition> healthWithSilentWatch() {
        return List.of(
                new HealthGrpc.HealthImplBase() {
                    @Override
                    public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> observer) {
                        observer.onNext(HealthCheckResponse.newBuilder()
                                .setStatus(ServingStatus.SERVING)
                                .build());
                        observer.onCompleted();
                    }

                    @Override
                    public void watch(HealthCheckRequest request, StreamObserver<HealthCheckResponse> observer) {}
                }.bindService());
    }

    static List<ServerServiceDefinition> ping() {
        return answering(PING, request -> new byte[0]);
    }

    interface Reply {
        byte[] to(byte[] request);
    }

    /** Returns a unary method with this name, bytes in and bytes out, as generated code would have it. */
    static List<ServerServiceDefinition> answering(String fullName, Reply reply) {
        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(fullName)
                .build();
        return List.of(ServerServiceDefinition.builder(MethodDescriptor.extractFullServiceName(fullName))
                .addMethod(method, ServerCalls.asyncUnaryCall((request, observer) -> {
                    observer.onNext(reply.to(request));
                    observer.onCompleted();
                }))
                .build());
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream message) {
            try {
                return message.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
