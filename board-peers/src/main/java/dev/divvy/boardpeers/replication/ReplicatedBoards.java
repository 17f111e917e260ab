package dev.divvy.boardpeers.replication;

import dev.divvy.coordination.board.Card;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All boards of a mesh, as a value: what the keeper has, and the others have a copy of.
 *
 * @param past where the times of earlier keepers ended that this one goes on from; the last ones
 * @param marked the company when this copy was last marked: who may have confirmed a change that is not in it
 * @param pages by group
 */
public record ReplicatedBoards(
        StateVersion stamp, List<StateVersion> past, List<String> marked, NavigableMap<String, GroupBoard> pages) {

    /** As many earlier times are remembered; whoever comes from before them counts as a stranger. */
    private static final int REMEMBERED = 64;

    public static final ReplicatedBoards NONE =
            new ReplicatedBoards(StateVersion.NONE, List.of(), List.of(), new TreeMap<>());

    private static final CopySummary NONE_COPY = new CopySummary(StateVersion.NONE, List.of(), List.of());

    public ReplicatedBoards {
        past = List.copyOf(past);
        marked = List.copyOf(marked);
    }

    /** The board of a group; a blank one, of a memory that began in this time, when nobody was there yet. */
    GroupBoard page(String group) {
        GroupBoard there = pages.get(group);
        return there == null ? GroupBoard.blank(stamp.line()) : there;
    }

    boolean hasRoomFor(String group, MeshLimits limits) {
        return pages.containsKey(group) || pages.size() < limits.groups();
    }

    /** All nodes through which cards were renewed. */
    Set<String> homes() {
        Set<String> all = new TreeSet<>();
        pages.values().forEach(page -> all.addAll(page.homes().values()));
        return all;
    }

    /** The cards that were renewed through a node, by group. */
    Map<String, List<Card>> cardsOf(String node) {
        Map<String, List<Card>> all = new TreeMap<>();
        pages.forEach((group, page) -> all.put(
                group,
                page.record().cards().values().stream()
                        .filter(card -> page.isHome(node, card))
                        .toList()));
        return all;
    }

    ReplicatedBoards with(String group, GroupBoard page) {
        NavigableMap<String, GroupBoard> all = new TreeMap<>(pages);
        all.put(group, page);
        return new ReplicatedBoards(stamp.next(), past, marked, all);
    }

    ReplicatedBoards marked(List<String> company) {
        return new ReplicatedBoards(stamp, past, company, pages);
    }

    /** The same in the time of another keeper. */
    ReplicatedBoards keptBy(String keeper, MeshView company) {
        List<StateVersion> all = new ArrayList<>(past);
        if (!stamp.isNone()) {
            all.add(stamp);
        }
        return new ReplicatedBoards(
                StateVersion.begin(keeper, company.number(), stamp.changes() + 1),
                all.subList(Math.max(0, all.size() - REMEMBERED), all.size()),
                company.nodes(),
                pages);
    }

    /** The same in another memory: something that was answered may be missing in it. */
    ReplicatedBoards in(String origin) {
        NavigableMap<String, GroupBoard> all = new TreeMap<>();
        pages.forEach((group, page) -> all.put(group, page.in(origin)));
        return new ReplicatedBoards(stamp, past, marked, all);
    }

    /** What to say of it. One in which nothing ever was is nothing: no side of a split goes on from it. */
    CopySummary copy() {
        return pages.isEmpty() ? NONE_COPY : new CopySummary(stamp, past, marked);
    }
}
