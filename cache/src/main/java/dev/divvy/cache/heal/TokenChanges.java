package dev.divvy.cache.heal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The recent changes of one token, by period. Every method takes the monitor of this object only. */
final class TokenChanges {

    /** The changes of a period that is over; without keys the whole token changed. */
    private record Period(int number, @Nullable HashedKeys keys, long lastChange) {}

    /** The number of the present period while there is none. */
    private static final int NONE = -1;

    private final int maxKeys;
    private final long maxSlots;

    /** The slots of all tokens of the record. */
    private final AtomicLong slots;

    /** The periods before the present one, the oldest first. */
    private final Deque<Period> before = new ArrayDeque<>(1);

    // The present period is part of this object, since every write of a client comes here.
    private int number = NONE;
    private @Nullable HashedKeys keys;
    private long lastChange;

    private int keyCount;

    /** The time of the last change whose key is forgotten, if there is one. */
    private Optional<Long> lastForgotten = Optional.empty();

    TokenChanges(int maxKeys, long maxSlots, AtomicLong slots) {
        this.maxKeys = maxKeys;
        this.maxSlots = maxSlots;
        this.slots = slots;
    }

    synchronized void add(long hash, int period, long now) {
        begin(period, now);
        HashedKeys present = keys;
        if (present == null) {
            return;
        }
        int capacity = present.capacity();
        if (present.add(hash)) {
            keyCount++;
            if (present.capacity() != capacity) {
                slots.addAndGet(present.capacity() - capacity);
            }
            if (keyCount > maxKeys || slots.get() > maxSlots) {
                forget(present);
                keys = null;
            }
        }
    }

    synchronized void addWhole(int period, long now) {
        begin(period, now);
        forget(keys);
        keys = null;
    }

    private void begin(int period, long now) {
        if (number != period) {
            end();
            number = period;
            keys = new HashedKeys();
            slots.addAndGet(keys.capacity());
        }
        lastChange = now;
    }

    /** Ends the present period, if there is one. */
    private void end() {
        if (number != NONE) {
            before.add(new Period(number, keys, lastChange));
            number = NONE;
            keys = null;
        }
    }

    private void forget(@Nullable HashedKeys forgotten) {
        if (forgotten != null) {
            slots.addAndGet(-forgotten.capacity());
            keyCount -= forgotten.size();
        }
    }

    /** Forgets the keys of the periods up to this number, except changes after the given time. */
    synchronized void forget(int upTo, Optional<Long> exceptAfter) {
        if (number <= upTo) {
            end();
        }
        for (Period first = before.peek(); first != null && first.number <= upTo; first = before.peek()) {
            long time = first.lastChange;
            if (exceptAfter.filter(after -> time - after >= 0).isPresent()) {
                return;
            }
            forget(first.keys);
            lastForgotten = Optional.of(time);
            before.remove();
        }
    }

    /** Returns the keys that changed since then, no keys for the whole token; null when none did. */
    synchronized @Nullable HashedKeys since(Optional<Long> from) {
        end();
        if (lastForgotten.filter(time -> isSince(time, from)).isPresent()) {
            return new HashedKeys();
        }
        HashedKeys all = new HashedKeys();
        boolean any = false;
        for (Period period : before) {
            if (isSince(period.lastChange, from)) {
                any = true;
                if (period.keys == null) {
                    return new HashedKeys();
                }
                period.keys.forEach(all::add);
            }
        }
        return any ? all : null;
    }

    private static boolean isSince(long time, Optional<Long> from) {
        return from.filter(begin -> time - begin < 0).isEmpty();
    }
}
