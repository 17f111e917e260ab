package dev.divvy.allocation.sticky;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.support.Shares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The state of a division by {@link Sticky}: each member's pieces, and the free pieces. Unpinned pieces only. */
final class StickyState {

    private final BitSet free;
    private final List<Runs> held;
    private final List<MemberPieces> members;
    private final int[] givers;
    private final int[] takers;

    /** Frees the unpinned pieces that have no owner, or whose owner is gone or may own nothing. */
    StickyState(AllocationRequest request, List<Runs> held, Shares shares) {
        free = new BitSet(request.pieces().count());
        request.previous()
                .ifPresentOrElse(
                        previous -> free(request, previous),
                        () -> request.unpinned().addTo(free));
        this.held = held;
        members = new ArrayList<>(held.size());
        int[] giving = new int[held.size()];
        int[] taking = new int[held.size()];
        int givingCount = 0;
        int takingCount = 0;
        for (int member = 0; member < held.size(); member++) {
            int due = shares.due(member);
            int has = held.get(member).count();
            members.add(has == due ? MemberPieces.UNCHANGED : new MemberPieces(held.get(member), due));
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
        previous.division().unowned().and(request.unpinned()).addTo(free);
        for (int before = 0; before < previous.roster().size(); before++) {
            int now = request.currentIndex(before);
            if (now < 0 || request.roster().get(now).weight() == 0) {
                previous.division().of(before).and(request.unpinned()).addTo(free);
            }
        }
    }

    /** Returns the current pieces of every member, by its index. */
    List<Runs> runs() {
        List<Runs> runs = new ArrayList<>(held);
        for (int giver : givers) {
            runs.set(giver, member(giver).runs());
        }
        for (int taker : takers) {
            runs.set(taker, member(taker).runs());
        }
        return runs;
    }

    /** Returns the members that had a surplus initially, in the order of the roster. */
    int[] givers() {
        return givers;
    }

    /** Returns the members that were in need initially, in the order of the roster. */
    int[] takers() {
        return takers;
    }

    /** Returns a member's pieces; {@link MemberPieces#UNCHANGED} for members that neither give nor take. */
    MemberPieces member(int member) {
        return members.get(member);
    }

    boolean isFree(int piece) {
        return piece >= 0 && free.get(piece);
    }

    /** Returns the first free piece at or after this one, or -1. */
    int nextFree(int piece) {
        return free.nextSetBit(piece);
    }

    /** Returns the last piece of the free run that contains this free piece. */
    int freeUntil(int piece) {
        return free.nextClearBit(piece) - 1;
    }

    /** Returns the first piece of the free run that contains this free piece. */
    int freeFrom(int piece) {
        return free.previousClearBit(piece) + 1;
    }

    void giveUp(int member, int first, int last) {
        members.get(member).giveUp(first, last);
        free.set(first, last + 1);
    }

    void assign(int member, int first, int last) {
        members.get(member).take(first, last);
        free.clear(first, last + 1);
    }
}
