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

/** What other people's services may offer to be asked. */
final class Services {

    static final String HEALTH = "grpc.health.v1.Health/Check";
    static final String PING = "divvy.distributor.v1.Ping/Ping";
    static final String FOREIGN = "other.people.Robot/AreYouThere";

    private Services() {}

    static List<ServerServiceDefinition> health(ServingStatus status) {
        return health(answer -> {
            answer.onNext(HealthCheckResponse.newBuilder().setStatus(status).build());
            answer.onCompleted();
        });
    }

    static List<ServerServiceDefinition> health(Status status) {
        return health(answer -> answer.onError(status.asRuntimeException()));
    }

    /** A health service that knows no Watch. */
    static List<ServerServiceDefinition> health(Consumer<StreamObserver<HealthCheckResponse>> check) {
        return List.of(
                new HealthGrpc.HealthImplBase() {
                    @Override
                    public void check(HealthCheckRequest question, StreamObserver<HealthCheckResponse> answer) {
                        check.accept(answer);
                    }
                }.bindService());
    }

    /** One that serves, and says nothing to who watches it. */
    static List<ServerServiceDefinition> healthWithSilentWatch() {
        return List.of(
                new HealthGrpc.HealthImplBase() {
                    @Override
                    public void check(HealthCheckRequest question, StreamObserver<HealthCheckResponse> answer) {
                        answer.onNext(HealthCheckResponse.newBuilder()
                                .setStatus(ServingStatus.SERVING)
                                .build());
                        answer.onCompleted();
                    }

                    @Override
                    public void watch(HealthCheckRequest question, StreamObserver<HealthCheckResponse> answer) {}
                }.bindService());
    }

    static List<ServerServiceDefinition> ping() {
        return answering(PING, question -> new byte[0]);
    }

    interface Reply {
        byte[] to(byte[] question);
    }

    /** A unary method of any name, bytes in and bytes out, as some generated code would have it. */
    static List<ServerServiceDefinition> answering(String fullName, Reply reply) {
        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(fullName)
                .build();
        return List.of(ServerServiceDefinition.builder(MethodDescriptor.extractFullServiceName(fullName))
                .addMethod(method, ServerCalls.asyncUnaryCall((question, answer) -> {
                    answer.onNext(reply.to(question));
                    answer.onCompleted();
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
