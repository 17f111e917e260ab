package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import java.util.Optional;

/** An error reply of the server: nothing was carried out except what the script did before the error. The connection remains usable. */
final class ErrorReplyException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String address;
    private final String text;

    ErrorReplyException(String address, String text, Throwable cause) {
        super(text, cause);
        this.address = address;
        this.text = text;
    }

    boolean isNoScript() {
        return text.startsWith("NOSCRIPT");
    }

    /** Returns the node that serves the slot from now on, as {@code host:port}. */
    Optional<String> moved() {
        return text.startsWith("MOVED ") ? Optional.of(target()) : Optional.empty();
    }

    /** Returns the node to which this one request is redirected. */
    Optional<String> ask() {
        return text.startsWith("ASK ") ? Optional.of(target()) : Optional.empty();
    }

    /** Returns the address in a redirection. A node that does not know its own name leaves the host out. */
    private String target() {
        String target = text.substring(text.lastIndexOf(' ') + 1);
        return target.startsWith(":") ? address.substring(0, address.lastIndexOf(':')) + target : target;
    }

    boolean isNoCluster() {
        return text.contains("cluster support disabled");
    }

    /** Whether nothing was done and a later attempt may succeed, here or elsewhere: a master is being replaced, a server is starting. */
    boolean isTransient() {
        return hasCode("CLUSTERDOWN")
                || hasCode("LOADING")
                || hasCode("TRYAGAIN")
                || hasCode("MASTERDOWN")
                || hasCode("READONLY")
                || hasCode("BUSY");
    }

    /**
     * Whether this node cannot do what a master does: it was demoted, or is starting. It keeps its connections open, while its address may
     * lead to another node by now.
     */
    boolean isFromNoMaster() {
        return hasCode("READONLY") || hasCode("LOADING") || hasCode("MASTERDOWN");
    }

    /** Whether the reply has this code: at the beginning, or after a dash, where older servers quote the error of a command in a script. */
    private boolean hasCode(String code) {
        return text.startsWith(code + " ") || text.contains("-" + code + " ");
    }

    RedisAccessException toAccessException() {
        if (isTransient()) {
            return accessException(Kind.UNAVAILABLE, "");
        }
        if (hasCode("WRONGTYPE") || text.contains("WRONGTYPE ")) {
            return accessException(Kind.WRONG_TYPE, "");
        }
        if (hasCode("NOREPLICAS")) {
            return accessException(Kind.TOO_FEW_REPLICAS, "");
        }
        if (hasCode("NOPERM")) {
            return accessException(Kind.REFUSED, "; grant this user the permission");
        }
        if (hasCode("NOAUTH") || hasCode("WRONGPASS")) {
            return accessException(Kind.REFUSED, "; give the right password");
        }
        return accessException(Kind.OTHER, "");
    }

    /** Translates an error reply to INFO or WAIT. The script has already run, so only the caller may decide to run it again. */
    RedisAccessException afterScript() {
        return hasCode("NOPERM")
                ? accessException(Kind.REFUSED, "; grant this user the permission, or fix the number of replicas")
                : accessException(Kind.UNAVAILABLE, "");
    }

    private RedisAccessException accessException(Kind kind, String advice) {
        return new RedisAccessException(kind, "Redis at " + address + " says: " + text + advice, this);
    }
}
