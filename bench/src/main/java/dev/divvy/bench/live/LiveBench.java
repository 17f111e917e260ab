package dev.divvy.bench.live;

import java.util.List;
import java.util.Optional;

/** The benchmark of a face, on servers of its own. */
public interface LiveBench {

    /** The name of the face. */
    String name();

    /** The parts that can be run alone. */
    List<String> parts();

    /** Why it cannot run here; empty when it can. */
    Optional<String> missing();

    /**
     * Measures.
     *
     * @param quick a look, not a measurement
     * @param only one of the parts, or empty for all
     */
    void run(boolean quick, String only, Report report) throws Exception;
}
