package dev.divvy.distributor.ping;

import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.InputStream;

/** The methods of {@code divvy/distributor/v1/ping.proto}, whose messages are empty: nothing has to be generated for them. */
public final class PingProto {

    public static final String SERVICE = "divvy.distributor.v1.Ping";

    public static final byte[] EMPTY = {};

    public static final MethodDescriptor<byte[], byte[]> PING =
            emptyTo(MethodDescriptor.generateFullMethodName(SERVICE, "Ping"));

    private PingProto() {}

    /** A method that is sent an empty message and whose answer's content does not matter. */
    static MethodDescriptor<byte[], byte[]> emptyTo(String fullName) {
        return MethodDescriptor.newBuilder(new Unread(), new Unread())
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(fullName)
                .build();
    }

    /** Takes any message for an empty one, so that newer ones with fields are understood too. */
    private static final class Unread implements MethodDescriptor.Marshaller<byte[]> {
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
