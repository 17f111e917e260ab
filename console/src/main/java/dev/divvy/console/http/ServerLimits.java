package dev.divvy.console.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** The server's limits: sizes, counts and times. */
public final class ServerLimits {

    /** The maximum number of connections, and of threads: each connection may occupy one thread while its request arrives. */
    public static final int CONNECTIONS = 512;

    private static final int URI_LENGTH = 2_048;
    private static final int BODY_BYTES = 8_192;
    private static final int HEADERS = 100;
    private static final int HEADER_BYTES = 16_384;
    private static final int SECONDS = 10;

    /** How long a client may take to read what was sent. */
    public static final long WRITE_MILLIS = SECONDS * 1_000L;

    private ServerLimits() {}

    /** Sets the limits of the JDK's server, which reads them once per process. A property that is already set stays. */
    public static void setDefaults() {
        setDefault("sun.net.httpserver.maxReqTime", SECONDS);
        setDefault("sun.net.httpserver.idleInterval", SECONDS);
        setDefault("sun.net.httpserver.maxReqHeaders", HEADERS);
        setDefault("sun.net.httpserver.maxReqHeaderSize", HEADER_BYTES);
        setDefault("jdk.httpserver.maxConnections", CONNECTIONS);
        // Without it the end of a reply waits until the client has acknowledged the beginning.
        setDefault("sun.net.httpserver.nodelay", true);
    }

    private static void setDefault(String name, Object value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value.toString());
        }
    }

    /**
     * Reads the body.
     *
     * @throws RefusedRequestException when the request is larger than any valid one
     */
    static byte[] body(HttpExchange exchange) throws IOException {
        int length = exchange.getRequestURI().toString().length();
        if (length > URI_LENGTH) {
            throw new RefusedRequestException(
                    414, "the path has " + length + " characters; the maximum is " + URI_LENGTH);
        }
        String announced = exchange.getRequestHeaders().getFirst("Content-Length");
        boolean tooLong =
                announced != null && announced.matches("[0-9]{1,18}") && Long.parseLong(announced) > BODY_BYTES;
        byte[] body = tooLong ? new byte[0] : exchange.getRequestBody().readNBytes(BODY_BYTES + 1);
        if (tooLong || body.length > BODY_BYTES) {
            throw new RefusedRequestException(413, "the request has a body of more than " + BODY_BYTES + " bytes");
        }
        return body;
    }
}
