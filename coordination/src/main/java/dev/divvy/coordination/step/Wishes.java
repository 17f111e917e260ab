package dev.divvy.coordination.step;

import dev.divvy.allocation.plan.Change;
import dev.divvy.allocation.plan.Terms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is asked for, held against the terms of today.
 *
 * @param terms what they become
 * @param granted what can be, in the order in which it was asked for
 * @param refused what cannot be, and why
 */
record Wishes(Terms terms, List<Asked> granted, Map<Asked, String> refused) {

    static Wishes of(Terms today, List<Asked> asked) {
        Terms terms = today;
        List<Asked> granted = new ArrayList<>();
        Map<Asked, String> refused = new LinkedHashMap<>();
        for (Asked one : asked) {
            try {
                terms = after(terms, one.change());
                granted.add(one);
            } catch (RuntimeException e) {
                refused.put(one, String.valueOf(e.getMessage()));
            }
        }
        return new Wishes(terms, granted, refused);
    }

    private static Terms after(Terms terms, Change change) {
        if (change instanceof Change.Join || change instanceof Change.Leave) {
            throw new IllegalArgumentException(
                    "who is a member is decided by the cards on the board, not by asking: " + change);
        }
        return terms.after(List.of(change));
    }
}
