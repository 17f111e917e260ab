package dev.divvy.cli.up;

import dev.divvy.cli.Divvy;
import java.io.IOException;
import java.io.OutputStream;

/** A command that must not outlive whoever started it: it is asked to end when its standard input ends. */
final class Tethered {

    private Tethered() {}

    public static void main(String[] args) {
        Thread tether = new Thread(Tethered::endWithInput, "divvy-tether");
        tether.setDaemon(true);
        tether.start();
        Divvy.main(args);
    }

    private static void endWithInput() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The same as its end.
        }
        System.exit(0);
    }
}
