package dev.divvy.distributor.ping;

import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.InputStream;

/**
 * The method of {@code divvy/distributor/v1/ping.proto}, and that of the Distributor by scientificideas. Their messages are empty, so no code
 * is generated for them.
 */
public final class PingProto {

    public static final String SERVICE = "divvy.distributor.v1.Ping";

    /** The service of the other Distributor; its one method is Ping, too. */
    static final String GRPC_PINGER = "proto.GRPCPinger";

    public static final byte[] EMPTY = {};

    public static final MethodDescriptor<byte[], byte[]> PING =
            method(MethodDescriptor.generateFullMethodName(SERVICE, "Ping"));

    private PingProto() {}

    /** Returns the descriptor of a method with an empty request and a reply whose content is ignored. */
    static MethodDescriptor<byte[], byte[]> method(String fullName) {
        return MethodDescriptor.newBuilder(new EmptyMarshaller(), new EmptyMarshaller())
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(fullName)
                .build();
    }

    /** Reads any message as an empty one, so that newer messages with fields are accepted too. */
    private static final class EmptyMarshaller implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream message) {
            return EMPTY;
        }
    }
}
