package dev.divvy.cli.up.cache;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cli.up.demo.Findings;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Checks entries that are written with increasing values and read back. A value that is older than the last acknowledged one is out of
 * order. An entry that is gone has crashed, if a node that held it since its last acknowledged write has crashed or was
 * ejected. Otherwise it is lost. A write without acknowledgement may or may not happen, also later: its key is left alone for a while,
 * and then begins anew. Time is an argument, in nanoseconds. Thread-safe.
 */
final class EntryAudit {

    /** The crash of a node may be seen later than its effect. */
    private static final Duration JUDGED_AFTER = Duration.ofSeconds(3);

    private static final Duration REST = Duration.ofSeconds(20);

    /** An entry; guarded by the audit, like all that follows. */
    private static final class Entry {
        /** The last acknowledged value; 0 when none is expected. */
        private long value;

        /** The nodes that may have held the entry since it was written. */
        private final Set<Incarnation> holders = new HashSet<>();

        private OptionalLong missingSince = OptionalLong.empty();
        private OptionalLong restsUntil = OptionalLong.empty();

        private void reset() {
            value = 0;
            holders.clear();
            missingSince = OptionalLong.empty();
            restsUntil = OptionalLong.empty();
        }
    }

    private final Map<String, Entry> entries = new HashMap<>();
    private final Set<Incarnation> crashed = new HashSet<>();
    private CacheLook last = CacheLook.NONE;
    private long checks;
    private long lost;
    private long outOfOrder;
    private long gone;

    /** The operations on a key. */
    enum Use {
        WRITE,
        WRITE_OR_READ,
        NOTHING
    }

    /** Returns what can be done with this key now. */
    synchronized Use use(String key, long now) {
        Entry entry = entry(key);
        if (entry.restsUntil.isPresent() && now - entry.restsUntil.getAsLong() >= 0) {
            entry.reset();
        }
        if (entry.restsUntil.isPresent() || entry.missingSince.isPresent()) {
            return Use.NOTHING;
        }
        return entry.value == 0 ? Use.WRITE : Use.WRITE_OR_READ;
    }

    private Entry entry(String key) {
        return entries.computeIfAbsent(key, name -> new Entry());
    }

    /** Records a write that was acknowledged. */
    synchronized void written(String key, long value) {
        Entry entry = entry(key);
        entry.reset();
        entry.value = value;
        entry.holders.addAll(last.holders(key));
    }

    /** Records a write that was not acknowledged. */
    synchronized void unclear(String key, long now) {
        entry(key).restsUntil = OptionalLong.of(now + REST.toNanos());
    }

    /**
     * Checks a value that was read.
     *
     * @param value empty when there is no such entry
     */
    synchronized void read(String key, OptionalLong value, long now) {
        Entry entry = entry(key);
        checks++;
        if (value.isEmpty()) {
            entry.missingSince = OptionalLong.of(now);
        } else if (value.getAsLong() < entry.value) {
            outOfOrder++;
        }
    }

    /** Records the group as it is now seen, and judges the entries that are missing for long enough. */
    synchronized void look(CacheLook look, long now) {
        if (!look.isAfter(last)) {
            return;
        }
        crashed.addAll(look.crashedSince(last));
        for (Map.Entry<String, Entry> entry : entries.entrySet()) {
            if (entry.getValue().value > 0) {
                Set<Incarnation> holders = entry.getValue().holders;
                holders.addAll(look.holders(entry.getKey()));
                if (look.hasSkipped(last)) {
                    // Any node may have held it in between.
                    holders.addAll(last.present());
                    holders.addAll(look.present());
                }
            }
        }
        last = look;
        entries.values().forEach(entry -> judge(entry, now));
    }

    private void judge(Entry entry, long now) {
        if (entry.missingSince.isPresent() && now - entry.missingSince.getAsLong() >= JUDGED_AFTER.toNanos()) {
            if (entry.holders.stream().anyMatch(crashed::contains)) {
                gone++;
            } else {
                lost++;
            }
            entry.reset();
        }
    }

    synchronized Findings findings() {
        return new Findings(checks, lost, outOfOrder, 0, 0, gone);
    }
}
