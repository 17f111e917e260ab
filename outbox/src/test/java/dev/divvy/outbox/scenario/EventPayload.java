package dev.divvy.outbox.scenario;

import dev.divvy.outbox.event.Payload;
import java.util.concurrent.TimeUnit;

/**
 * The payload of a scenario's event.
 *
 * @param number the number of the event among those of its entity, from 0
 * @param sentMillis when it was sent, by the clock that all processes of a machine share
 * @param gate whether its handlers wait until the test releases them
 */
record EventPayload(int number, long sentMillis, boolean gate) {

    static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    static EventPayload of(Payload payload) {
        String[] fields = payload.text().split(" ", -1);
        return new EventPayload(
                Integer.parseInt(fields[0]), Long.parseLong(fields[1]), Boolean.parseBoolean(fields[2]));
    }

    String text() {
        return number + " " + sentMillis + " " + gate;
    }
}
