package dev.divvy.outbox.scenario;

import dev.divvy.outbox.event.Payload;
import java.util.concurrent.TimeUnit;

/**
 * What an event of a scenario carries.
 *
 * @param number the how manieth event of its entity it is, from 0
 * @param sentMillis when it was sent, by the clock that all processes of a machine share
 * @param gate whether its handlers wait until they are told to go on
 */
record Parcel(int number, long sentMillis, boolean gate) {

    static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    static Parcel of(Payload payload) {
        String[] words = payload.text().split(" ", -1);
        return new Parcel(Integer.parseInt(words[0]), Long.parseLong(words[1]), Boolean.parseBoolean(words[2]));
    }

    String text() {
        return number + " " + sentMillis + " " + gate;
    }
}
