package dev.divvy.boardpeers;

import java.util.List;
import java.util.OptionalLong;

/**
 * The end of a split as one node sees it: several sides have become one mesh again, and the history of one of them is continued. A side is
 * named by the last term in which it had a primary of its own; the name is the same on all nodes.
 *
 * @param lost whether this node was on a side whose history ended: its members are ejected and join again as new incarnations
 * @param continued the side whose history is continued
 * @param absorbed the sides whose histories ended. A node that lost knows only of its own
 * @param since the last sign of life, by {@link System#nanoTime()}, that this node had of the nodes that it was apart from, before it lost
 *     contact with them; everything before was shared. Empty when it was never in contact with them, so that all it ever did was apart
 */
public record Heal(boolean lost, String continued, List<String> absorbed, OptionalLong since) {

    public Heal {
        absorbed = List.copyOf(absorbed);
    }
}
