package dev.divvy.allocation;

import dev.divvy.allocation.hash.Scale;
import java.util.Optional;

/**
 * The owner of each piece in one flat array: from a hash to its owner by a multiplication and an array read, without lock or
 * garbage. A snapshot of one allocation; any thread may read it.
 */
public final class Lookup {

    private final Pieces pieces;
    private final Roster roster;
    private final int[] owners;
    private final Scale scale;

    Lookup(Allocation allocation) {
        pieces = allocation.pieces();
        roster = allocation.roster();
        owners = allocation.division().owners();
        scale = pieces instanceof Tokens tokens ? tokens.rule().scale(tokens.count()) : Scale.NONE;
    }

    /** The index of a piece's owner in the roster, or {@link Division#NOBODY}. */
    public int ownerOf(int piece) {
        return owners[piece];
    }

    /** The index of the owner of the token that this hash falls into, or {@link Division#NOBODY}. */
    public int ownerOfHash(long hash) {
        if (!scale.holds(hash)) {
            throw new IllegalArgumentException("hash " + hash + " is not one of " + tokens());
        }
        return owners[scale.partOf(hash)];
    }

    /** The index of the owner of this key's token, or {@link Division#NOBODY}. */
    public int ownerOfKey(byte[] key) {
        return owners[scale.partOf(tokens().rule().hash(key))];
    }

    /** The members that the indexes mean. */
    public Roster roster() {
        return roster;
    }

    /** The member that owns the token of this key. */
    public Optional<Member> byKey(String key) {
        return memberAt(owners[tokens().tokenOf(key)]);
    }

    /** The member that owns the piece of this name: a unit's name, or a token's number. Not a key: see {@link #byKey}. */
    public Optional<Member> byName(String piece) {
        int index = pieces.indexOf(piece);
        if (index < 0) {
            throw new IllegalArgumentException("there is no piece " + piece + " among " + pieces);
        }
        return memberAt(owners[index]);
    }

    private Optional<Member> memberAt(int index) {
        return index == Division.NOBODY ? Optional.empty() : Optional.of(roster.get(index));
    }

    private Tokens tokens() {
        if (pieces instanceof Tokens tokens) {
            return tokens;
        }
        throw new IllegalStateException("a key has an owner only where tokens are divided, not " + pieces);
    }
}
