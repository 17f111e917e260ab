package dev.divvy.cli.http;

/** One answer. */
public record Page(int code, String type, String text) {

    private static final String PLAIN = "text/plain; charset=utf-8";

    /** The form that Prometheus asks for when it has no wish. */
    private static final String FIGURES = "text/plain; version=0.0.4; charset=utf-8";

    /** One line for people. */
    public static Page line(int code, String text) {
        return new Page(code, PLAIN, text.replaceAll("\\s*\\R\\s*", " ") + "\n");
    }

    public static Page figures(String text) {
        return new Page(200, FIGURES, text);
    }

    public static Page json(String text) {
        return new Page(200, "application/json; charset=utf-8", text + "\n");
    }
}
