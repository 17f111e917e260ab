package dev.divvy.boardredis.connection;

/** Redis could not be asked, did not answer in time, or refused. Unless it refused, whether it still will be carried out is unknown. */
public final class RedisAccessException extends RuntimeException {

    /** What kind of trouble it is: what somebody would do about it. */
    public enum Kind {
        /** Nobody answers there, or not in time, or a master is being replaced: it may pass by itself. */
        AWAY,
        /** The password, the certificate or the rights are wrong: somebody must change something. */
        REFUSED,
        /** Something else than expected is kept under a key. */
        WRONG_TYPE,
        /** Not enough copies have what was changed. */
        TOO_FEW_COPIES,
        /** Anything else that the server says. */
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
