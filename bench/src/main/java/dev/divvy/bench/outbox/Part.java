package dev.divvy.bench.outbox;

/** A part of the benchmark that can be run alone. */
interface Part {

    void run(Report report) throws Exception;
}
