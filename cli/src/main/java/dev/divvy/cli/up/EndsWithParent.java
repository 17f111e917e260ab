package dev.divvy.cli.up;

import dev.divvy.cli.Divvy;
import dev.divvy.cli.terminal.ParentProcess;

/** A command that must not outlive whoever started it: it is asked to end when its standard input ends. */
final class EndsWithParent {

    private EndsWithParent() {}

    public static void main(String[] args) {
        ParentProcess.whenCut(() -> System.exit(0));
        Divvy.main(args);
    }
}
