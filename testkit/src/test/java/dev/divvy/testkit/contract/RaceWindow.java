package dev.divvy.testkit.contract;

import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The moment between a check and the write that depends on it: long enough for another thread to get in between, if there is one. */
final class RaceWindow {

    private static final long MILLIS = 50;

    private final Exchanger<Boolean> meeting = new Exchanger<>();

    /** Continues when another thread passes too, or after a while. */
    void pass() {
        try {
            meeting.exchange(true, MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
