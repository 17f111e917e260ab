package dev.divvy.allocation;

import dev.divvy.allocation.hash.Scale;
import java.util.Optional;

/**
 * The owner of each piece in one flat array: a hash is resolved to its owner by a multiplication and an array read, without locks or
 * garbage. A snapshot of one allocation; safe for use by any thread.
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

    /** Returns the index of a piece's owner in the roster, or {@link Division#NO_MEMBER}. */
    public int ownerOf(int piece) {
        return owners[piece];
    }

    /** Returns the index of the owner of the token that contains this hash, or {@link Division#NO_MEMBER}. */
    public int ownerOfHash(long hash) {
        if (!scale.holds(hash)) {
            throw new IllegalArgumentException("hash " + hash + " is not one of " + tokens());
        }
        return owners[scale.partOf(hash)];
    }

    /** Returns the index of the owner of this key's token, or {@link Division#NO_MEMBER}. */
    public int ownerOfKey(byte[] key) {
        return owners[scale.partOf(tokens().rule().hash(key))];
    }

    /** Returns the roster that the indexes refer to. */
    public Roster roster() {
        return roster;
    }

    /** Returns the member that owns the token of this key. */
    public Optional<Member> byKey(String key) {
        return memberAt(owners[tokens().tokenOf(key)]);
    }

    /** Returns the member that owns the piece of this name: a unit's name or a token's number. Takes no key: see {@link #byKey}. */
    public Optional<Member> byName(String piece) {
        int index = pieces.indexOf(piece);
        if (index < 0) {
            throw new IllegalArgumentException("there is no piece " + piece + " among " + pieces);
        }
        return memberAt(owners[index]);
    }

    private Optional<Member> memberAt(int index) {
        return index == Division.NO_MEMBER ? Optional.empty() : Optional.of(roster.get(index));
    }

    private Tokens tokens() {
        if (pieces instanceof Tokens tokens) {
            return tokens;
        }
        throw new IllegalStateException("a key has an owner only where tokens are divided, not " + pieces);
    }
}
