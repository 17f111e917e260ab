package dev.divvy.console.view;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Encodes owners as runs of pieces, the form in which an epoch is sent. Pure functions. */
public final class OwnerRuns {

    private OwnerRuns() {}

    /** Returns all owners as pairs: the number of pieces, and the index of their owner or -1. */
    public static List<Integer> owners(Allocation allocation) {
        int[] owners = allocation.division().owners();
        List<Integer> runs = new ArrayList<>();
        for (int first = 0, end; first < owners.length; first = end) {
            end = sameUntil(owners, first);
            runs.addAll(List.of(end - first, owners[first]));
        }
        return runs;
    }

    /**
     * Returns the pieces whose owner differs as triples: the number of pieces since the end of the run before, the number of pieces, and the
     * index of the new owner or -1. Both allocations have the same pieces.
     */
    public static List<Integer> moves(Allocation before, Allocation after) {
        int[] former = formerOwners(before, after);
        int[] owners = after.division().owners();
        List<Integer> runs = new ArrayList<>();
        int written = 0;
        for (int first = 0, end; first < owners.length; first = end) {
            end = first + 1;
            if (former[first] != owners[first]) {
                while (end < owners.length && owners[end] == owners[first] && former[end] != owners[end]) {
                    end++;
                }
                runs.addAll(List.of(first - written, end - first, owners[first]));
                written = end;
            }
        }
        return runs;
    }

    /** Returns how many pieces have another owner than before. */
    public static int countMoved(Allocation before, Allocation after) {
        List<Integer> moves = moves(before, after);
        int moved = 0;
        for (int i = 1; i < moves.size(); i += 3) {
            moved += moves.get(i);
        }
        return moved;
    }

    /** Returns the former owners by their index in the new roster; -2 for one that is not in it. */
    private static int[] formerOwners(Allocation before, Allocation after) {
        int[] places = new int[before.roster().size()];
        Arrays.setAll(places, member -> {
            int place = after.roster().indexOf(before.roster().get(member).id());
            return place < 0 ? -2 : place;
        });
        IntUnaryOperator renumber = owner -> owner == Division.NO_MEMBER ? Division.NO_MEMBER : places[owner];
        return Arrays.stream(before.division().owners()).map(renumber).toArray();
    }

    private static int sameUntil(int[] owners, int first) {
        int end = first + 1;
        while (end < owners.length && owners[end] == owners[first]) {
            end++;
        }
        return end;
    }
}
