package dev.divvy.bench;

/** Exit codes of the command. */
enum ExitCode {
    DONE(0),
    FAILED(1),
    WRONG_USAGE(2);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
