package dev.divvy.distributor;

/** Thrown when the store cannot be reached or rejects a request. The message is one line that says what to do next. */
public final class StoreAccessException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoreAccessException(String message, Throwable cause) {
        super(message, cause);
    }
}
