package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;

/** Explains in one sentence why a connection failed or was lost, and what to change. Never contains the password. */
final class ConnectionErrorText {

    private ConnectionErrorText() {}

    /** Explains a connection that broke before the reply. */
    static RedisAccessException lost(String address, Throwable cause) {
        return new RedisAccessException(
                Kind.UNAVAILABLE, "the connection to Redis at " + address + " was lost: " + innermost(cause), cause);
    }

    /** Explains a connection that could not be opened. */
    static RedisAccessException notConnected(String address, RedisAddress redis, Throwable cause) {
        String all = allMessages(cause);
        boolean tlsFailed = chain(cause).stream().anyMatch(SSLException.class::isInstance);
        String advice = advice(all, redis, tlsFailed ? innermost(cause) : "");
        return advice.isEmpty()
                ? new RedisAccessException(
                        Kind.UNAVAILABLE, "Redis at " + address + " cannot be reached: " + innermost(cause), cause)
                : refused(address, advice, cause);
    }

    static RedisAccessException refused(String address, String advice, Throwable cause) {
        return new RedisAccessException(Kind.REFUSED, "Redis at " + address + " " + advice, cause);
    }

    /** Whether the TCP connection was established before the failure. */
    static boolean wasConnected(Throwable cause) {
        return chain(cause).stream()
                .noneMatch(error -> error instanceof ConnectException || error instanceof UnknownHostException);
    }

    /**
     * Whether the connection was closed before a reason arrived. The driver closes a connection whose password is refused, and on a busy
     * machine sees the close before the refusal: a second attempt gets the reason.
     */
    static boolean closedWithoutReason(Throwable cause) {
        return allMessages(cause).contains("closed prematurely");
    }

    private static String advice(String all, RedisAddress redis, String tlsFailure) {
        if (all.contains("without any password configured") || all.contains("no password is set")) {
            return "has no password, but one is given; leave it out";
        }
        if (all.contains("wrongpass") || all.contains("invalid password")) {
            return "refuses the password; give the right one";
        }
        if (all.contains("noauth")) {
            return "requires a password, but none is given; give one";
        }
        if (all.contains("noperm")) {
            return "does not grant this user the permissions that it needs; grant them";
        }
        if (all.contains("denied redis is running in protected mode")) {
            return "is in protected mode and accepts only local connections; set a password on it";
        }
        if (!tlsFailure.isEmpty()) {
            return tls(all, redis, tlsFailure);
        }
        return "";
    }

    private static String tls(String all, RedisAddress redis, String innermost) {
        if (all.contains("not an ssl/tls record")) {
            return "does not speak TLS on this port; turn TLS off, or give its TLS port";
        }
        if (all.contains("subject alternative") || all.contains("no name matching")) {
            return "presents a certificate for another host name; use the host name of the certificate";
        }
        if (all.contains("certification path") || all.contains("pkix") || all.contains("trust anchor")) {
            return "presents a certificate that is not signed by a trusted root certificate; give the one that signed"
                    + " it (trusted now: "
                    + (redis.rootCertificates().isEmpty()
                            ? "those of the JVM"
                            : redis.rootCertificates().stream()
                                    .map(Path::toString)
                                    .collect(Collectors.joining(", ")))
                    + ")";
        }
        if (all.contains("certificate_required") || all.contains("bad_certificate")) {
            return "requires a client certificate, which is not supported; set tls-auth-clients to no";
        }
        // Anything else may well be a server that goes down during a handshake.
        return all.contains("fatal alert") ? "and this client do not agree on TLS: " + innermost : "";
    }

    static String innermost(Throwable cause) {
        List<Throwable> chain = chain(cause);
        Throwable last = chain.get(chain.size() - 1);
        String text =
                Objects.requireNonNullElse(last.getMessage(), last.getClass().getSimpleName());
        return last instanceof UnknownHostException ? "unknown host " + text : text;
    }

    private static String allMessages(Throwable cause) {
        StringBuilder text = new StringBuilder();
        chain(cause).forEach(error -> text.append(error.getMessage()).append('\n'));
        return text.toString().toLowerCase(Locale.ROOT);
    }

    private static List<Throwable> chain(Throwable cause) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable error = cause; error != null && !chain.contains(error); error = error.getCause()) {
            chain.add(error);
        }
        return chain;
    }
}
