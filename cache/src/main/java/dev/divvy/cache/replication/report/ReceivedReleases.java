package dev.divvy.cache.replication.report;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Membership;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The tokens of which other nodes said that they have released them, until the membership is told. Thread-safe. */
public final class ReceivedReleases {

    private record Report(Incarnation by, long epoch) {}

    private final String lineage;

    /** Guarded by this. */
    private Map<Report, BitSet> tokens = new HashMap<>();

    public ReceivedReleases(String lineage) {
        this.lineage = lineage;
    }

    public synchronized void add(Incarnation by, long epoch, int token) {
        tokens.computeIfAbsent(new Report(by, epoch), key -> new BitSet()).set(token);
    }

    /** Tells the membership what came since the last call. */
    public void passOn(Membership membership) {
        take().forEach((report, bits) ->
                membership.releasedBy(report.by(), new Version(lineage, report.epoch()), Runs.ofBits(bits)));
    }

    private synchronized Map<Report, BitSet> take() {
        if (tokens.isEmpty()) {
            return Map.of();
        }
        Map<Report, BitSet> taken = tokens;
        tokens = new HashMap<>();
        return taken;
    }
}
