package dev.divvy.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who owns which piece, at an epoch of a lineage: the one value that all members of a group agree on. It knows for every piece
 * since when, from whom and by which rule, who must still let go of it and who keeps its copies; what operators asked for; and a
 * summary of the last epochs. Immutable; the next one shares with it what did not change.
 *
 * <p>{@link #lookup()} answers for keys at full speed; the methods here are for people and for planning.
 *
 * @param roster the members that this allocation was made for, by incarnation, with their own weights
 * @param history the last epochs, oldest first, this one included
 */
public record Allocation(
        Version version,
        Pieces pieces,
        Roster roster,
        Directives directives,
        Holders holders,
        List<EpochSummary> history) {

    /** The most epochs that the history tells of. */
    public static final int LONGEST_HISTORY = 32;

    public Allocation {
        Division division = holders.division();
        if (division.count() != pieces.count() || division.members() != roster.size()) {
            throw new IllegalArgumentException(division.count() + " pieces divided among " + division.members()
                    + " members, where there are " + pieces + " and " + roster.size());
        }
        if (holders.tenures().latest() > version.epoch()) {
            throw new IllegalArgumentException(
                    "a tenure began at epoch " + holders.tenures().latest() + ", after epoch " + version.epoch());
        }
        if (history.size() > LONGEST_HISTORY) {
            throw new IllegalArgumentException(
                    "a history of " + history.size() + " epochs; the most is " + LONGEST_HISTORY);
        }
        long before = 0;
        for (EpochSummary summary : history) {
            if (summary.epoch() <= before || summary.epoch() > version.epoch()) {
                throw new IllegalArgumentException(
                        "epoch " + summary.epoch() + " in the history of " + version + " after epoch " + before);
            }
            before = summary.epoch();
        }
        history = List.copyOf(history);
    }

    public long epoch() {
        return version.epoch();
    }

    public Division division() {
        return holders.division();
    }

    /** The pieces of a member; none when it is not in the roster. */
    public Runs piecesOf(String member) {
        int index = roster.indexOf(member);
        return index < 0 ? Runs.NONE : division().of(index);
    }

    public Tenure tenureOf(int piece) {
        return holders.tenures().of(piece);
    }

    /** A piece's owner: a search through the members, for single questions. {@link #lookup()} is faster for many. */
    public Optional<Member> owner(int piece) {
        pieces.check(piece);
        for (int member = 0; member < roster.size(); member++) {
            if (division().of(member).contains(piece)) {
                return Optional.of(roster.get(member));
            }
        }
        return Optional.empty();
    }

    /** Whether a piece waits for a former owner to let go. */
    public boolean inMotion() {
        return !holders.tenures().inMotion().isEmpty();
    }

    /** Whether it is the first of its lineage and made for nobody: no member has come yet. */
    public boolean isFounding() {
        return roster.size() == 0 && history.size() == 1 && history.get(0).epoch() == version.epoch();
    }

    /**
     * The same allocation, told at a later epoch of its lineage: where a board forgot, the next epoch must exceed what members
     * remember. Tenures and history stay as they are.
     */
    public Allocation raisedTo(long epoch) {
        if (epoch < version.epoch()) {
            throw new IllegalArgumentException(version + " cannot be raised to the lower epoch " + epoch);
        }
        return new Allocation(new Version(version.lineage(), epoch), pieces, roster, directives, holders, history);
    }

    public Lookup lookup() {
        return new Lookup(this);
    }

    /** What changed owner since an earlier allocation of the same pieces, in ascending order. */
    public List<Move> movesSince(Allocation earlier) {
        if (!pieces.equals(earlier.pieces)) {
            throw new IllegalArgumentException("moves from " + earlier.pieces + " to " + pieces);
        }
        int[] before = earlier.division().owners();
        int[] now = division().owners();
        List<Move> moves = new ArrayList<>();
        for (int first = 0, last; first < now.length; first = last + 1) {
            for (last = first;
                    last + 1 < now.length && before[last + 1] == before[first] && now[last + 1] == now[first]; ) {
                last++;
            }
            Optional<String> from = earlier.idAt(before[first]);
            Optional<String> to = idAt(now[first]);
            if (!from.equals(to)) {
                moves.add(new Move(first, last, from, to));
            }
        }
        return moves;
    }

    private Optional<String> idAt(int member) {
        return member == Division.NOBODY
                ? Optional.empty()
                : Optional.of(roster.get(member).id());
    }
}
