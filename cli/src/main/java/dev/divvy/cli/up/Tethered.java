package dev.divvy.cli.up;

import dev.divvy.cli.Divvy;
import dev.divvy.cli.terminal.Tether;

/** A command that must not outlive whoever started it: it is asked to end when its standard input ends. */
final class Tethered {

    private Tethered() {}

    public static void main(String[] args) {
        Tether.whenCut(() -> System.exit(0));
        Divvy.main(args);
    }
}
