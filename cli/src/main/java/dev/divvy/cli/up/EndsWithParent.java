package dev.divvy.cli.up;

import dev.divvy.cli.Divvy;
import dev.divvy.cli.terminal.ParentProcess;

/** Runs a {@code divvy} command that must not outlive its parent process: it exits when its standard input ends. */
final class EndsWithParent {

    private EndsWithParent() {}

    public static void main(String[] args) {
        ParentProcess.onEnd(() -> System.exit(0));
        Divvy.main(args);
    }
}
