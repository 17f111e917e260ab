package dev.divvy.testkit.simulation;

import java.util.List;

/**
 * A promise that was broken in one run.
 *
 * @param text with the values that show it
 * @param trace the last events before it, oldest first
 */
public record Breach(Violation violation, long seed, String text, List<String> trace) {

    public Breach {
        trace = List.copyOf(trace);
    }

    /** For people: the seed, what was broken, and what came before. */
    @Override
    public String toString() {
        return "seed " + seed + ": " + violation + ": " + text + "\n  " + String.join("\n  ", trace);
    }
}
