package dev.divvy.cache.resp;

/** The peer violated the protocol. The stream cannot be read any further: reply with the message as an error and close. */
public final class ProtocolException extends Exception {

    private static final long serialVersionUID = 1L;

    public ProtocolException(String message) {
        super("Protocol error: " + message);
    }
}
