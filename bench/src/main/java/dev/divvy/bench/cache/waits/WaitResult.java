package dev.divvy.bench.cache.waits;

import java.util.Arrays;

/**
 * What requests met while they were sent at a fixed rate.
 *
 * @param read the longest wait of a read, in milliseconds
 * @param write the longest wait of a write, in milliseconds
 * @param requests the number of requests
 * @param failed the requests that were answered with an error
 * @param missing the reads that found nothing
 */
record WaitResult(double read, double write, long requests, long failed, long missing) {

    /** Parses the text of {@link #line()}. */
    static WaitResult parse(String line) {
        double[] fields = Arrays.stream(line.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
        return new WaitResult(fields[0], fields[1], (long) fields[2], (long) fields[3], (long) fields[4]);
    }

    String line() {
        return read + " " + write + " " + requests + " " + failed + " " + missing;
    }

    double longest() {
        return Math.max(read, write);
    }
}
