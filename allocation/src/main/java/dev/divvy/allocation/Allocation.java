package dev.divvy.allocation;

import dev.divvy.allocation.replication.Replication;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The owner of every piece at an epoch of a lineage: the value that all members of a group agree on. For each piece it also records since
 * when the owner has it, from which owner it came and by which rule, and which incarnations must still release it; where pieces have data,
 * also which members keep a copy of it and which incarnations may still have it. It carries the operators' directives and a summary of the last epochs. Immutable; an allocation shares with the next one all
 * parts that did not change.
 *
 * <p>{@link #lookup()} is the fast path for keys; the methods here serve display and planning.
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

    /** The maximum number of epochs in the history. */
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

    /** Whether the pieces have data, and how many copies of it are kept. */
    public Replication replication() {
        int depth = holders.copies().depth();
        return depth > 0 || holders.heirs().kept() ? Replication.of(depth) : Replication.NONE;
    }

    /** Returns the incarnations that keep a copy of a piece, nearest first; fewer than wanted where there are too few members. */
    public List<Incarnation> copiesOf(int piece) {
        pieces.check(piece);
        Copies copies = holders.copies();
        List<Incarnation> keepers = new ArrayList<>(copies.depth());
        for (int level = 0; level < copies.depth(); level++) {
            int holder = copies.holder(piece, level);
            if (holder != Division.NO_MEMBER) {
                keepers.add(roster.get(holder).incarnation());
            }
        }
        return keepers;
    }

    /** Returns the incarnations that may still have the data of a piece although they neither own it nor keep a copy. */
    public List<Incarnation> heirsOf(int piece) {
        pieces.check(piece);
        return holders.heirs().of(piece);
    }

    /** Returns the owner of a piece. Searches all members, so it suits single questions; {@link #lookup()} is faster for many. */
    public Optional<Member> owner(int piece) {
        pieces.check(piece);
        for (int member = 0; member < roster.size(); member++) {
            if (division().of(member).contains(piece)) {
                return Optional.of(roster.get(member));
            }
        }
        return Optional.empty();
    }

    /** Whether any piece still waits for a former owner to release it. */
    public boolean inMotion() {
        return !holders.tenures().inMotion().isEmpty();
    }

    /** Whether this is the first allocation of its lineage and was made before any member joined. */
    public boolean isFounding() {
        return roster.size() == 0 && history.size() == 1 && history.get(0).epoch() == version.epoch();
    }

    /**
     * Returns this allocation at a later epoch of its lineage, for a board that lost its record: the next epoch must exceed all that
     * members remember. Tenures and history stay as they are.
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

    /** Returns the pieces that changed owner since an earlier allocation of the same pieces, in ascending order. */
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
        return member == Division.NO_MEMBER
                ? Optional.empty()
                : Optional.of(roster.get(member).id());
    }
}
