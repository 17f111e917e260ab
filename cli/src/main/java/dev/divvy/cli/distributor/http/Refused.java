package dev.divvy.cli.distributor.http;

/** A request that is not answered as it was meant, and changed nothing: the status, and one sentence that says what is wrong with it. */
final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String allowed;

    private Refused(int status, String message) {
        this(status, message, "");
    }

    private Refused(int status, String message, String allowed) {
        super(message);
        this.status = status;
        this.allowed = allowed;
    }

    static Refused badRequest(String message) {
        return new Refused(400, message);
    }

    static Refused forbidden(String message) {
        return new Refused(403, message);
    }

    static Refused notFound(String message) {
        return new Refused(404, message);
    }

    static Refused wrongMethod(Question question, String allowed) {
        return new Refused(
                405, Shown.of(question.method()) + " is not for " + question.shownPath() + "; use " + allowed, allowed);
    }

    static Refused tooLarge(String message) {
        return new Refused(413, message);
    }

    /** Not now: somebody must give way, or the store is away. */
    static Refused unavailable(String message) {
        return new Refused(503, message);
    }

    int status() {
        return status;
    }

    /** The methods that would do; empty when that is not what is wrong. */
    String allowed() {
        return allowed;
    }
}
