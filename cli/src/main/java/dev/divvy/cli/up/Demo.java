package dev.divvy.cli.up;

import java.util.ArrayList;
import java.util.List;

/** One part of what is up: processes that share something. Used by one thread, but for {@link #kill}. */
interface Demo extends AutoCloseable {

    /** What the processes are called together. */
    String name();

    /** Returns lines that say what runs, and what to try. */
    List<String> introduction();

    /** Reports processes that ended, and starts them again where that is part of the demo. */
    void supervise();

    Status status();

    /** Lets the processes finish, without waiting for that. */
    void stop();

    /** Lets the processes finish and waits; a process that does not finish in time is killed. */
    @Override
    void close();

    /** Ends all processes by force, on any thread. */
    void kill();

    /**
     * The state of a demo.
     *
     * @param items one per process
     */
    record Status(String summary, List<String> items) {

        public Status {
            items = List.copyOf(items);
        }

        /** Returns it as one line, for a log. */
        String line() {
            return summary + ": " + String.join(", ", items);
        }

        /** Returns it as lines, for a terminal. */
        List<String> lines() {
            List<String> lines = new ArrayList<>(List.of("", summary));
            items.forEach(item -> lines.add("  " + item));
            return lines;
        }
    }
}
