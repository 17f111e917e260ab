package dev.divvy.console.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An epoch in the event stream. The owners are complete, or are the differences to the epoch before it in the same list.
 *
 * @param at the time at which this process first saw the epoch, in milliseconds since 1970
 * @param causes the changes in words
 * @param moved how many pieces changed owner
 * @param fewest how many a balanced allocation had to move, at least
 * @param members the members of the roster by index
 * @param weights the weights of these members
 * @param units the names of the units by index; null for tokens, and when {@code owners} is null
 * @param owners runs of pieces from piece 0 on as pairs: their number and the index of their owner, or -1; null when {@code moves} is not
 * @param moves the runs that moved as triples: the number of pieces since the end of the run before, the number of pieces, the index of the
 *     new owner or -1; null when {@code owners} is not
 * @param handoverMillis the time from {@code at} until all pieces were held by their owners; null while it goes on, or when it was not seen
 * @param rules the same change by other rules; empty when there is nothing to compare
 */
public record EpochView(
        long epoch,
        long at,
        List<String> causes,
        int moved,
        int fewest,
        List<String> members,
        List<Integer> weights,
        @Nullable List<String> units,
        @Nullable List<Integer> owners,
        @Nullable List<Integer> moves,
        @Nullable Long handoverMillis,
        List<RuleView> rules) {

    public EpochView {
        causes = List.copyOf(causes);
        members = List.copyOf(members);
        weights = List.copyOf(weights);
        units = units == null ? null : List.copyOf(units);
        owners = owners == null ? null : List.copyOf(owners);
        moves = moves == null ? null : List.copyOf(moves);
        rules = List.copyOf(rules);
    }
}
