package dev.divvy.distributor;

/** The store could not be asked, or refused. The message is one line that says what to do about it. */
public final class StoreAccessException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoreAccessException(String message, Throwable cause) {
        super(message, cause);
    }
}
