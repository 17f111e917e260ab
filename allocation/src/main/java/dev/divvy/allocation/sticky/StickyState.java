package dev.divvy.allocation.sticky;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.support.Shares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The pieces on the table while {@link Sticky} divides them: each member's hand, and what is free. Open pieces only. */
final class StickyState {

    private final BitSet free;
    private final List<Runs> held;
    private final List<MemberPieces> hands;
    private final int[] givers;
    private final int[] takers;

    /** Free at first: the open pieces of nobody, and of members that are gone or may own nothing. */
    StickyState(AllocationRequest request, List<Runs> held, Shares shares) {
        free = new BitSet(request.pieces().count());
        request.previous()
                .ifPresentOrElse(
                        previous -> free(request, previous),
                        () -> request.open().addTo(free));
        this.held = held;
        hands = new ArrayList<>(held.size());
        int[] giving = new int[held.size()];
        int[] taking = new int[held.size()];
        int givingCount = 0;
        int takingCount = 0;
        for (int member = 0; member < held.size(); member++) {
            int due = shares.due(member);
            int has = held.get(member).count();
            hands.add(has == due ? MemberPieces.CONTENT : new MemberPieces(held.get(member), due));
            if (has > due) {
                giving[givingCount++] = member;
            } else if (has < due) {
                taking[takingCount++] = member;
            }
        }
        givers = Arrays.copyOf(giving, givingCount);
        takers = Arrays.copyOf(taking, takingCount);
    }

    private void free(AllocationRequest request, Allocation previous) {
        previous.division().unowned().and(request.open()).addTo(free);
        for (int before = 0; before < previous.roster().size(); before++) {
            int now = request.placeNow(before);
            if (now < 0 || request.roster().get(now).weight() == 0) {
                previous.division().of(before).and(request.open()).addTo(free);
            }
        }
    }

    /** What every member has now, by its index. */
    List<Runs> runs() {
        List<Runs> runs = new ArrayList<>(held);
        for (int giver : givers) {
            runs.set(giver, hand(giver).runs());
        }
        for (int taker : takers) {
            runs.set(taker, hand(taker).runs());
        }
        return runs;
    }

    /** The members that had a surplus at first, in the order of the roster. */
    int[] givers() {
        return givers;
    }

    /** The members that were in need at first, in the order of the roster. */
    int[] takers() {
        return takers;
    }

    /** A member's hand; {@link MemberPieces#CONTENT} of those who neither give nor take. */
    MemberPieces hand(int member) {
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
