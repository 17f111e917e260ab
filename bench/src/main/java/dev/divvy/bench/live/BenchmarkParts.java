package dev.divvy.bench.live;

import java.util.LinkedHashMap;
import java.util.Map;

/** The parts of a benchmark by name, in the order in which they run. */
public final class BenchmarkParts {

    private final Map<String, BenchmarkPart> parts = new LinkedHashMap<>();

    public BenchmarkParts add(String name, BenchmarkPart part) {
        parts.put(name, part);
        return this;
    }

    /**
     * Runs all parts, or one.
     *
     * @param only the name of one part, or empty for all
     */
    public void run(String only, Report report) throws Exception {
        for (Map.Entry<String, BenchmarkPart> part : parts.entrySet()) {
            if (only.isEmpty() || only.equals(part.getKey())) {
                report.begin(part.getKey());
                part.getValue().run(report);
            }
        }
    }
}
