package dev.divvy.cache.replication;

import dev.divvy.cache.cluster.PendingReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** The tokens of one incarnation of this node that are not at rest, by the work that is left for them. Thread-safe. */
final class UnfinishedTokens {

    /** By token, as below: the order of tokens must not differ from one run of a simulation to the next. */
    private final Map<Integer, LocalToken> pending = new ConcurrentHashMap<>();

    /** The tokens of which a replica must be asked. */
    private final Map<Integer, LocalToken> unknown = new ConcurrentHashMap<>();

    private final AtomicInteger awaited = new AtomicInteger();
    private final AtomicInteger unsettled = new AtomicInteger();

    /** Follows the condition of a token; returns whether it was the last one that was not settled. */
    boolean conditionChanged(LocalToken token, TokenCondition before, TokenCondition after) {
        follow(pending, token, before.pending(), after.pending());
        follow(unknown, token, before.unknown(), after.unknown());
        int unused = count(awaited, before.awaited(), after.awaited());
        return count(unsettled, before.unsettled(), after.unsettled()) == 0 && before.unsettled();
    }

    private static void follow(Map<Integer, LocalToken> tokens, LocalToken token, boolean before, boolean after) {
        if (before != after) {
            var unused = after ? tokens.put(token.token(), token) : tokens.remove(token.token());
        }
    }

    private static int count(AtomicInteger counter, boolean before, boolean after) {
        int delta = (after ? 1 : 0) - (before ? 1 : 0);
        return delta == 0 ? counter.get() : counter.addAndGet(delta);
    }

    void forEach(Consumer<LocalToken> action) {
        pending.values().forEach(action);
    }

    boolean haveUnknown() {
        return !unknown.isEmpty();
    }

    void forEachUnknown(Consumer<LocalToken> action) {
        unknown.values().forEach(action);
    }

    /** Flushes the tokens that this incarnation owns and does not serve yet, as soon as it does. */
    void flushInMotion() {
        pending.values().forEach(LocalToken::flushWhenServed);
    }

    List<PendingReply> pendingFlushes() {
        List<PendingReply> flushes = new ArrayList<>();
        pending.values().forEach(token -> token.pendingFlush().ifPresent(flushes::add));
        return flushes;
    }

    /** Returns the number of tokens that this node is about to serve. */
    int awaited() {
        return awaited.get();
    }

    /** Returns the number of tokens of this node of which a copy is missing, or an heir has not forgotten its entries. */
    int unsettled() {
        return unsettled.get();
    }
}
