package dev.divvy.bench.live;

/** A part of a benchmark that can be run alone. */
public interface BenchmarkPart {

    void run(Report report) throws Exception;
}
