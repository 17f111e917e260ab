package dev.divvy.cli.terminal;

import java.util.function.Supplier;

/** A failure of a command, reported in one line that names the value at fault and says what to do next. */
public final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    private Failure(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    /** Returns the failure of a command whose arguments cannot be used: exit code 2. */
    public static Failure wrongUsage(String message) {
        return new Failure(message, 2);
    }

    /** Returns the failure of a command that was called correctly: exit code 1. */
    public static Failure failed(String message) {
        return new Failure(message, 1);
    }

    /** Returns the result of the supplier; a value that it refuses with an {@link IllegalArgumentException} is wrong usage. */
    public static <T> T ifRefused(Supplier<T> supplier) {
        try {
            return supplier.get();
        } catch (IllegalArgumentException e) {
            throw wrongUsage(String.valueOf(e.getMessage()));
        }
    }

    public int exitCode() {
        return exitCode;
    }
}
