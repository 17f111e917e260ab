package dev.divvy.cli.terminal;

import java.util.function.Supplier;

/** Something that a command could not do, said in one line that names the value at fault and the next move. */
public final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    private Failure(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    /** It was asked in a way that cannot be. */
    public static Failure wrongUsage(String message) {
        return new Failure(message, 2);
    }

    /** It was asked rightly and did not work. */
    public static Failure failed(String message) {
        return new Failure(message, 1);
    }

    /** Returns what was made of given values; one that is refused is wrong usage. */
    public static <T> T ifRefused(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw wrongUsage(String.valueOf(e.getMessage()));
        }
    }

    public int exitCode() {
        return exitCode;
    }
}
