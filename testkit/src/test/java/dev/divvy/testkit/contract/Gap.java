package dev.divvy.testkit.contract;

import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The moment between a look and what follows from it: long enough for another thread to come in between, if one comes. */
final class Gap {

    private static final long MILLIS = 50;

    private final Exchanger<Boolean> meeting = new Exchanger<>();

    /** Goes on when another thread passes too, or after a while. */
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
