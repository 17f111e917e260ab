package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.net.ssl.SSLException;

/** Says in one sentence why a connection did not come about or was lost, and what to change. The password is never among it. */
final class ConnectionErrorText {

    private ConnectionErrorText() {}

    /** A connection that broke while an answer was awaited. */
    static RedisAccessException lost(String address, Throwable cause) {
        return new RedisAccessException(
                Kind.AWAY, "the connection to Redis at " + address + " was lost: " + innermost(cause), cause);
    }

    /** A connection that could not be made. */
    static RedisAccessException notLetIn(String address, RedisAddress place, Throwable cause) {
        String all = everything(cause);
        boolean tlsFailed = chain(cause).stream().anyMatch(SSLException.class::isInstance);
        String advice = advice(all, place, tlsFailed ? innermost(cause) : "");
        return advice.isEmpty()
                ? new RedisAccessException(
                        Kind.AWAY, "Redis at " + address + " cannot be reached: " + innermost(cause), cause)
                : refused(address, advice, cause);
    }

    static RedisAccessException refused(String address, String advice, Throwable cause) {
        return new RedisAccessException(Kind.REFUSED, "Redis at " + address + " " + advice, cause);
    }

    /** Whether a connection was made before it went wrong. */
    static boolean somebodyIsThere(Throwable cause) {
        return chain(cause).stream()
                .noneMatch(one -> one instanceof ConnectException || one instanceof UnknownHostException);
    }

    /**
     * Whether the connection ended before anybody said why. The driver ends one whose password is refused, and on a busy machine sees the end
     * before the refusal: whoever asks once more hears of it.
     */
    static boolean endedUnsaid(Throwable cause) {
        return everything(cause).contains("closed prematurely");
    }

    private static String advice(String all, RedisAddress place, String tlsFailure) {
        if (all.contains("without any password configured") || all.contains("no password is set")) {
            return "has no password, but one is given; leave it out";
        }
        if (all.contains("wrongpass") || all.contains("invalid password")) {
            return "refuses the password; give the right one";
        }
        if (all.contains("noauth")) {
            return "wants a password and none is given; give one";
        }
        if (all.contains("noperm")) {
            return "does not give this user the rights it needs; give them";
        }
        if (all.contains("denied redis is running in protected mode")) {
            return "is in protected mode and answers only on its own machine; give it a password";
        }
        if (!tlsFailure.isEmpty()) {
            return tls(all, place, tlsFailure);
        }
        return "";
    }

    private static String tls(String all, RedisAddress place, String innermost) {
        if (all.contains("not an ssl/tls record")) {
            return "does not speak TLS there; turn TLS off, or name its TLS port";
        }
        if (all.contains("subject alternative") || all.contains("no name matching")) {
            return "shows a certificate for another host name; name the host as the certificate does";
        }
        if (all.contains("certification path") || all.contains("pkix") || all.contains("trust anchor")) {
            return "shows a certificate that nobody trusted has signed; name the root certificate that has ("
                    + place.rootCertificates().map(Object::toString).orElse("now: those of this JVM") + ")";
        }
        if (all.contains("certificate_required") || all.contains("bad_certificate")) {
            return "wants a certificate of ours, which is not supported; set tls-auth-clients to no";
        }
        // Anything else may well be a server that goes down in the middle of a handshake.
        return all.contains("fatal alert") ? "and we do not agree on TLS: " + innermost : "";
    }

    static String innermost(Throwable cause) {
        List<Throwable> chain = chain(cause);
        Throwable last = chain.get(chain.size() - 1);
        String text =
                Objects.requireNonNullElse(last.getMessage(), last.getClass().getSimpleName());
        return last instanceof UnknownHostException ? "unknown host " + text : text;
    }

    private static String everything(Throwable cause) {
        StringBuilder text = new StringBuilder();
        chain(cause).forEach(one -> text.append(one.getMessage()).append('\n'));
        return text.toString().toLowerCase(Locale.ROOT);
    }

    private static List<Throwable> chain(Throwable cause) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable one = cause; one != null && !chain.contains(one); one = one.getCause()) {
            chain.add(one);
        }
        return chain;
    }
}
