package dev.divvy.boardpeers.keep;

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
public record Book(Stamp stamp, List<Stamp> past, List<String> marked, NavigableMap<String, Page> pages) {

    /** As many earlier times are remembered; whoever comes from before them counts as a stranger. */
    private static final int REMEMBERED = 64;

    public static final Book NONE = new Book(Stamp.NONE, List.of(), List.of(), new TreeMap<>());

    private static final Copy NONE_COPY = new Copy(Stamp.NONE, List.of(), List.of());

    public Book {
        past = List.copyOf(past);
        marked = List.copyOf(marked);
    }

    /** The board of a group; a blank one, of a memory that began in this time, when nobody was there yet. */
    Page page(String group) {
        Page there = pages.get(group);
        return there == null ? Page.blank(stamp.line()) : there;
    }

    boolean hasRoomFor(String group, Limits limits) {
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

    Book with(String group, Page page) {
        NavigableMap<String, Page> all = new TreeMap<>(pages);
        all.put(group, page);
        return new Book(stamp.next(), past, marked, all);
    }

    Book marked(List<String> company) {
        return new Book(stamp, past, company, pages);
    }

    /** The same in the time of another keeper. */
    Book keptBy(String keeper, Company company) {
        List<Stamp> all = new ArrayList<>(past);
        if (!stamp.isNone()) {
            all.add(stamp);
        }
        return new Book(
                Stamp.begin(keeper, company.number(), stamp.changes() + 1),
                all.subList(Math.max(0, all.size() - REMEMBERED), all.size()),
                company.nodes(),
                pages);
    }

    /** The same in another memory: something that was answered may be missing in it. */
    Book in(String origin) {
        NavigableMap<String, Page> all = new TreeMap<>();
        pages.forEach((group, page) -> all.put(group, page.in(origin)));
        return new Book(stamp, past, marked, all);
    }

    /** What to say of it. One in which nothing ever was is nothing: no side of a split goes on from it. */
    Copy copy() {
        return pages.isEmpty() ? NONE_COPY : new Copy(stamp, past, marked);
    }
}
