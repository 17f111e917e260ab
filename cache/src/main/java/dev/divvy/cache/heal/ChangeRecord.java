package dev.divvy.cache.heal;

import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A node's record of the keys that commands changed on it lately, in periods. While it is apart from other nodes it keeps everything since
 * the last contact; beyond a limit a whole token counts as changed.
 *
 * <p>Periods end by the number of {@link #tick ticks}, not by the time that has passed: a process that was paused made no changes meanwhile,
 * so the first tick after a pause must not end several periods at once. And a token of which keys were forgotten counts as changed only at
 * the time of those changes: a token without changes is never reported.
 */
final class ChangeRecord {

    /** The ticks of one period. */
    static final int TICKS = 4;

    /** The periods that are kept while this node is not apart, in addition to the present one. */
    static final int PERIODS = 5;

    /** The keys of one token above which the whole token counts as changed. */
    private static final int MAX_KEYS = 1_000;

    /** The slots of all tokens together, each of eight bytes, above which whole tokens count as changed. */
    private static final long MAX_SLOTS = 1 << 21;

    private final AtomicReferenceArray<@Nullable TokenChanges> byToken;
    private final int maxKeys;
    private final long maxSlots;
    private final AtomicLong slots = new AtomicLong();

    /** Written by the thread that ticks, like the time: the time of a change is that of the tick before it. */
    private volatile int period;

    private volatile long now;
    private int ticks;

    ChangeRecord(int tokens, long now) {
        this(tokens, now, MAX_KEYS, MAX_SLOTS);
    }

    ChangeRecord(int tokens, long now, int maxKeys, long maxSlots) {
        this.byToken = new AtomicReferenceArray<>(tokens);
        this.now = now;
        this.maxKeys = maxKeys;
        this.maxSlots = maxSlots;
    }

    /** Records the change of a key; on any thread. */
    void changed(int token, long hash) {
        changes(token).add(hash, period, now);
    }

    /** Records that any key of the token may have changed. */
    void changedWhole(int token) {
        changes(token).addWhole(period, now);
    }

    /** Records keys that another node changed. */
    void changed(ChangedKeys others) {
        others.byToken().forEach((token, keys) -> {
            if (keys.size() == 0) {
                changedWhole(token);
            } else {
                keys.forEach(hash -> changed(token, hash));
            }
        });
    }

    private TokenChanges changes(int token) {
        TokenChanges present = byToken.get(token);
        if (present != null) {
            return present;
        }
        TokenChanges created = new TokenChanges(maxKeys, maxSlots, slots);
        TokenChanges concurrent = byToken.compareAndExchange(token, null, created);
        return concurrent == null ? created : concurrent;
    }

    /**
     * Takes note of the time, and forgets old periods; on one thread.
     *
     * @param keepSince the time since when everything is kept, if this node is apart from others
     */
    void tick(long time, OptionalLong keepSince) {
        now = time;
        ticks++;
        if (ticks % TICKS != 0) {
            return;
        }
        int ended = period;
        period = ended + 1;
        Optional<Long> exceptAfter = keepSince.stream().boxed().findFirst();
        for (int token = 0; token < byToken.length(); token++) {
            TokenChanges changes = byToken.get(token);
            if (changes != null) {
                changes.forget(ended - PERIODS, exceptAfter);
            }
        }
    }

    /** Returns the keys that changed since then; with no time, since the start of this node. */
    ChangedKeys since(OptionalLong time) {
        Optional<Long> from = time.stream().boxed().findFirst();
        NavigableMap<Integer, HashedKeys> all = new TreeMap<>();
        for (int token = 0; token < byToken.length(); token++) {
            TokenChanges changes = byToken.get(token);
            HashedKeys keys = changes == null ? null : changes.since(from);
            if (keys != null) {
                all.put(token, keys);
            }
        }
        return new ChangedKeys(all);
    }
}
