package dev.divvy.bench.live;

/** A part of the benchmark that can be run alone. */
public interface Part {

    void run(Report report) throws Exception;
}
