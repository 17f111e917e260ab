package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import java.util.Optional;

/** The server answered with an error: nothing was carried out beyond what the script did before it. The connection is as good as before. */
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

    /** Where else it is to be asked for, as {@code host:port}, for good. */
    Optional<String> moved() {
        return text.startsWith("MOVED ") ? Optional.of(elsewhere()) : Optional.empty();
    }

    /** Where else it is to be asked for this once. */
    Optional<String> ask() {
        return text.startsWith("ASK ") ? Optional.of(elsewhere()) : Optional.empty();
    }

    /** A node that does not know its own name leaves it out. */
    private String elsewhere() {
        String there = text.substring(text.lastIndexOf(' ') + 1);
        return there.startsWith(":") ? address.substring(0, address.lastIndexOf(':')) + there : there;
    }

    boolean isNoCluster() {
        return text.contains("cluster support disabled");
    }

    /** Nothing was done, and it may be done later, here or elsewhere: a master is being replaced, a server is starting. */
    boolean isForNow() {
        return says("CLUSTERDOWN")
                || says("LOADING")
                || says("TRYAGAIN")
                || says("MASTERDOWN")
                || says("READONLY")
                || says("BUSY");
    }

    /** A code at the beginning, or behind a dash where older servers quote what a command of a script said. */
    private boolean says(String code) {
        return text.startsWith(code + " ") || text.contains("-" + code + " ");
    }

    RedisAccessException trouble() {
        if (isForNow()) {
            return told(Kind.AWAY, "");
        }
        if (says("WRONGTYPE") || text.contains("WRONGTYPE ")) {
            return told(Kind.WRONG_TYPE, "");
        }
        if (says("NOREPLICAS")) {
            return told(Kind.TOO_FEW_COPIES, "");
        }
        if (says("NOPERM")) {
            return told(Kind.REFUSED, "; give this user the right");
        }
        if (says("NOAUTH") || says("WRONGPASS")) {
            return told(Kind.REFUSED, "; give the right password");
        }
        return told(Kind.OTHER, "");
    }

    /** The script ran, and only then the server refused to tell who has it: it is not to be run again without being asked. */
    RedisAccessException afterTheScript() {
        return says("NOPERM")
                ? told(Kind.REFUSED, "; give this user the right, or settle the number of copies")
                : told(Kind.AWAY, "");
    }

    private RedisAccessException told(Kind kind, String advice) {
        return new RedisAccessException(kind, "Redis at " + address + " says: " + text + advice, this);
    }
}
