package dev.divvy.boardredis.connection;

/** Redis could not be reached, did not answer in time, or refused. Unless it refused, the call may have been or may be carried out. */
public final class RedisAccessException extends RuntimeException {

    /** The kind of the failure, by the reaction that it calls for. */
    public enum Kind {
        /** Redis does not answer, or not in time, or a master is being replaced: this may pass by itself. */
        UNAVAILABLE,
        /** The password, the certificate or the permissions are wrong: a person must change something. */
        REFUSED,
        /** A key has a value of another type than expected. */
        WRONG_TYPE,
        /** Too few replicas confirmed the change in time. */
        TOO_FEW_REPLICAS,
        /** Any other error of the server. */
        OTHER
    }

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    public RedisAccessException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public RedisAccessException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
