package dev.divvy.coordination.protocol.knowledge;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.replication.Heirs;
import dev.divvy.coordination.board.CardState;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether another member may still need the data of a member that leaves and is out of the roster already. Such a member is listed
 * as an heir until the owner of each piece has settled: then that owner and its copies have the data, and the heir has been told to forget
 * it.
 */
public final class LeavingHeir {

    private LeavingHeir() {}

    /**
     * Whether an incarnation must stay on the board for its data: it is an heir of a piece that has no owner, or whose owner has not settled
     * the allocation. It need not if no member stays that could use the data.
     */
    public static boolean isNeeded(BoardView view, Incarnation leaver) {
        return view.allocation()
                .filter(allocation -> allocation.replication().keepsHeirs())
                .filter(allocation -> othersStay(view, leaver))
                .filter(allocation -> hasUnsettled(allocation, leaver, view.acknowledgements()))
                .isPresent();
    }

    /**
     * Whether an incarnation that leaves may be needed for its data: it is in the roster still, or {@link #isNeeded}. For a member that
     * cannot read the board, by what it saw last.
     */
    public static boolean mayBeNeeded(BoardView view, Optional<Incarnation> leaver) {
        return leaver.isPresent() && (isInRoster(view, leaver.get()) || isNeeded(view, leaver.get()));
    }

    private static boolean isInRoster(BoardView view, Incarnation leaver) {
        return view.allocation()
                .filter(allocation -> allocation.replication().keepsHeirs())
                .flatMap(allocation -> allocation.roster().find(leaver.member()))
                .filter(member -> member.incarnation().equals(leaver) && othersStay(view, leaver))
                .isPresent();
    }

    private static boolean othersStay(BoardView view, Incarnation leaver) {
        return view.cards().stream()
                .anyMatch(card ->
                        card.state() != CardState.LEAVING && !card.incarnation().equals(leaver));
    }

    private static boolean hasUnsettled(Allocation allocation, Incarnation leaver, Acknowledgements acknowledgements) {
        Heirs heirs = allocation.holders().heirs();
        List<List<Incarnation>> lists = heirs.lists();
        boolean[] listed = new boolean[lists.size()];
        boolean any = false;
        for (int list = 0; list < listed.length; list++) {
            listed[list] = lists.get(list).contains(leaver);
            any |= listed[list];
        }
        if (!any) {
            return false;
        }
        boolean[] settled = settled(allocation, acknowledgements);
        int[] owners = allocation.division().owners();
        int[] rows = heirs.rows();
        for (int piece = 0; piece < rows.length; piece++) {
            if (listed[rows[piece]] && (owners[piece] == Division.NO_MEMBER || !settled[owners[piece]])) {
                return true;
            }
        }
        return false;
    }

    /** Returns for each member of the roster whether it has settled the allocation. */
    private static boolean[] settled(Allocation allocation, Acknowledgements acknowledgements) {
        boolean[] settled = new boolean[allocation.roster().size()];
        for (int member = 0; member < settled.length; member++) {
            Incarnation incarnation = allocation.roster().get(member).incarnation();
            settled[member] = acknowledgements.settled(incarnation) >= allocation.epoch();
        }
        return settled;
    }
}
