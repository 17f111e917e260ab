package dev.divvy.distributor.writer;

import dev.divvy.distributor.table.WriterMemory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;

/**
 * What an instance remembers of the tables that it saw, for as long as it lives, also where the store forgot: how far the epochs had come,
 * and which of them are so old that whoever lost a unit then had its time to let go. Used by the writing thread, one at a time.
 */
final class EpochHistory {

    /** Far beyond any grace time. */
    private static final Duration OLD = Duration.ofMinutes(2);

    private record Birth(long epoch, long at) {}

    private final String lineage = "table-" + UUID.randomUUID().toString().substring(0, 13);
    private final Deque<Birth> births = new ArrayDeque<>();
    private long highest;
    private long firstYoung;

    /** An epoch hangs there at this moment. */
    synchronized void seen(long epoch, long now) {
        if (epoch > highest) {
            highest = epoch;
            births.addLast(new Birth(epoch, now));
        }
    }

    synchronized WriterMemory memory(long now) {
        while (!births.isEmpty() && now - births.getFirst().at() >= OLD.toNanos()) {
            firstYoung = births.removeFirst().epoch() + 1;
        }
        return new WriterMemory(lineage, highest, firstYoung);
    }
}
