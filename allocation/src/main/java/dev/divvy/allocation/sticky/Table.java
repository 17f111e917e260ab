package dev.divvy.allocation.sticky;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.allocator.Request;
import dev.divvy.allocation.allocator.Shares;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The pieces on the table while {@link Sticky} divides them: each member's hand, and what is free. Open pieces only. */
final class Table {

    private final BitSet free;
    private final List<Hand> hands = new ArrayList<>();

    Table(Request request, List<Runs> held, Shares shares) {
        free = request.open().bits();
        for (int member = 0; member < held.size(); member++) {
            Runs runs = held.get(member);
            for (int run = 0; run < runs.size(); run++) {
                free.clear(runs.first(run), runs.last(run) + 1);
            }
            hands.add(new Hand(runs, shares.due(member)));
        }
    }

    int members() {
        return hands.size();
    }

    Hand hand(int member) {
        return hands.get(member);
    }

    boolean isFree(int piece) {
        return piece >= 0 && free.get(piece);
    }

    /** The first free piece at or after this one, or -1. */
    int nextFree(int piece) {
        return free.nextSetBit(piece);
    }

    /** The last piece of the free run that this free piece is in. */
    int freeUntil(int piece) {
        return free.nextClearBit(piece) - 1;
    }

    /** The first piece of the free run that this free piece is in. */
    int freeFrom(int piece) {
        return free.previousClearBit(piece) + 1;
    }

    void giveUp(int member, int first, int last) {
        hands.get(member).giveUp(first, last);
        free.set(first, last + 1);
    }

    void deal(int member, int first, int last) {
        hands.get(member).take(first, last);
        free.clear(first, last + 1);
    }
}
