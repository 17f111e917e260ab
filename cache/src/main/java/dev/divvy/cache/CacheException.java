package dev.divvy.cache;

/** A request failed; the message says whether it may have been run all the same. */
public final class CacheException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CacheException(String message) {
        super(message);
    }

    public CacheException(String message, Throwable cause) {
        super(message, cause);
    }
}
