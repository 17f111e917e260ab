package dev.divvy.bench.live;

import java.util.LinkedHashMap;
import java.util.Map;

/** Parts by name, in the order in which they run. */
public final class Parts {

    private final Map<String, Part> all = new LinkedHashMap<>();

    public Parts add(String name, Part part) {
        all.put(name, part);
        return this;
    }

    /**
     * Runs them.
     *
     * @param only the name of one, or empty for all
     */
    public void run(String only, Report report) throws Exception {
        for (Map.Entry<String, Part> part : all.entrySet()) {
            if (only.isEmpty() || only.equals(part.getKey())) {
                report.begin(part.getKey());
                part.getValue().run(report);
            }
        }
    }
}
