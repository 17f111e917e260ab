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

    /** The member that owns a piece, by the piece's name. */
    public Optional<Member> owner(String piece) {
        int index = pieces.indexOf(piece);
        if (index < 0) {
            throw new IllegalArgumentException("there is no piece " + piece + " among " + pieces);
        }
        int owner = owners[index];
        return owner == Division.NOBODY ? Optional.empty() : Optional.of(roster.get(owner));
    }

    private Tokens tokens() {
        if (pieces instanceof Tokens tokens) {
            return tokens;
        }
        throw new IllegalStateException("a key has an owner only where tokens are divided, not " + pieces);
    }
}
