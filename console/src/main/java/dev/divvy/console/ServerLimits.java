package dev.divvy.console;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Limits of sizes, counts and times. */
final class ServerLimits {

    /** Each connection may keep one thread while its request arrives, and no other connection's. */
    static final int CONNECTIONS = 512;

    private static final int URI = 2_048;
    private static final int BODY = 8_192;
    private static final int HEADERS = 100;
    private static final int HEADER_BYTES = 16_384;
    private static final int SECONDS = 10;

    private ServerLimits() {}

    /** Sets the limits of the JDK's server, which reads them once per process; a property that is set already stays. */
    static void setDefaults() {
        setDefault("sun.net.httpserver.maxReqTime", SECONDS);
        setDefault("sun.net.httpserver.maxRspTime", SECONDS);
        setDefault("sun.net.httpserver.idleInterval", SECONDS);
        setDefault("sun.net.httpserver.maxReqHeaders", HEADERS);
        setDefault("sun.net.httpserver.maxReqHeaderSize", HEADER_BYTES);
        setDefault("jdk.httpserver.maxConnections", CONNECTIONS);
        // Otherwise the end of a reply waits until the client has acknowledged its beginning.
        setDefault("sun.net.httpserver.nodelay", true);
    }

    private static void setDefault(String name, Object value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value.toString());
        }
    }

    /** @throws RefusedRequestException when the request is larger than any that has a meaning here */
    static void check(HttpExchange exchange) throws IOException {
        int length = exchange.getRequestURI().toString().length();
        if (length > URI) {
            throw new RefusedRequestException(414, "the path has " + length + " characters; at most " + URI);
        }
        String announced = exchange.getRequestHeaders().getFirst("Content-Length");
        if ((announced != null && announced.matches("[0-9]{1,18}") && Long.parseLong(announced) > BODY)
                || exchange.getRequestBody().readNBytes(BODY + 1).length > BODY) {
            throw new RefusedRequestException(413, "the request has a body of more than " + BODY + " bytes");
        }
    }
}
