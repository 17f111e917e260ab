package dev.divvy.console;

/**
 * Whether a process can do its work.
 *
 * @param message one line for people: its current work, or the reason why it cannot work
 */
public record Readiness(boolean ready, String message) {

    public static Readiness ready(String message) {
        return new Readiness(true, message);
    }

    public static Readiness notReady(String message) {
        return new Readiness(false, message);
    }
}
