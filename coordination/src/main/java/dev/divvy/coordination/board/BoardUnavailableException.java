package dev.divvy.coordination.board;

/** Thrown when the board cannot be reached or does not reply in time. Whether the request was carried out, or still will be, is unknown. */
public final class BoardUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BoardUnavailableException(String message) {
        super(message);
    }

    public BoardUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
