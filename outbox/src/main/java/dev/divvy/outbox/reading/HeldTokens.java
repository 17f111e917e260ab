package dev.divvy.outbox.reading;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.hash.HashRange;
import dev.divvy.coordination.Fence;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tokens that a processor holds at one moment, with their fences.
 *
 * @param fences the fence of each token held, by the number of the token
 * @param takenOver those of them whose former owner did not let go of them: it was ejected, possibly because its process ended
 */
public record HeldTokens(Tokens tokens, Map<Integer, Fence> fences, Set<Integer> takenOver) {

    public HeldTokens {
        fences = Map.copyOf(fences);
        takenOver = Set.copyOf(takenOver);
    }

    /** Creates tokens that were not taken over. */
    public HeldTokens(Tokens tokens, Map<Integer, Fence> fences) {
        this(tokens, fences, Set.of());
    }

    boolean isTakenOver(int hash) {
        return takenOver.contains(tokens.tokenOfHash(hash));
    }

    /** Returns the hash ranges of these tokens, in order. */
    List<HashRange> ranges() {
        return tokens.rangesOf(Runs.ofPieces(
                fences.keySet().stream().mapToInt(Integer::intValue).sorted().toArray()));
    }

    boolean has(int hash) {
        return fences.containsKey(tokens.tokenOfHash(hash));
    }

    /** Returns whether a hash is held, and has been without interruption since an earlier moment. */
    boolean holdsSince(int hash, HeldTokens earlier) {
        Fence fence = fences.get(tokens.tokenOfHash(hash));
        return fence != null && fence.equals(earlier.fences.get(earlier.tokens.tokenOfHash(hash)));
    }

    Fence fenceOf(int hash) {
        Fence fence = fences.get(tokens.tokenOfHash(hash));
        if (fence == null) {
            throw new IllegalArgumentException("the token of hash " + hash + " is not held");
        }
        return fence;
    }
}
