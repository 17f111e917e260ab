package dev.divvy.coordination.board;

/** The board could not be asked, or its answer did not come. Whether the request was carried out, or still will be, is unknown. */
public final class BoardUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BoardUnavailableException(String message) {
        super(message);
    }

    public BoardUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
