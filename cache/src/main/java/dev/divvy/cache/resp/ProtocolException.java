package dev.divvy.cache.resp;

/** The stream is not what the protocol allows. It cannot be read any further: answer the message as an error and close. */
public final class ProtocolException extends Exception {

    private static final long serialVersionUID = 1L;

    public ProtocolException(String message) {
        super("Protocol error: " + message);
    }
}
