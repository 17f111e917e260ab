package dev.divvy.bench.live;

import java.util.List;
import java.util.Optional;

/** The benchmark of one product, on servers of its own. */
public interface ProductBenchmark {

    /** The name of the product. */
    String name();

    /** The names of the parts that can be run alone. */
    List<String> parts();

    /** The reason why the benchmark cannot run on this machine; empty when it can. */
    Optional<String> missing();

    /**
     * Runs the benchmark and adds its figures to the report.
     *
     * @param quick whether an estimate is enough
     * @param only one of the parts, or empty for all
     */
    void run(boolean quick, String only, Report report) throws Exception;
}
