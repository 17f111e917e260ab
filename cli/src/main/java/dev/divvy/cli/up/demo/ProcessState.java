package dev.divvy.cli.up.demo;

import java.util.Locale;

/** The states of a process. */
public enum ProcessState {
    STARTING,
    RUNNING,
    PAUSED,
    DOWN;

    /** @param seen whether the process was seen at work */
    static ProcessState of(DemoProcess process, boolean seen) {
        if (!process.isAlive()) {
            return DOWN;
        }
        return process.isPaused() ? PAUSED : seen ? RUNNING : STARTING;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
