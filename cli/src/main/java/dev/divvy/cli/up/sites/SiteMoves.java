package dev.divvy.cli.up.sites;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.UnaryOperator;

/** Describes the sites that moved between parsers. */
final class SiteMoves {

    private SiteMoves() {}

    /**
     * Returns lines such as {@code parser-1 to parser-2: art.example, news.example}.
     *
     * @param before the owner of each site
     * @param name returns the name of an owner
     */
    static List<String> lines(Map<String, String> before, SortedMap<String, String> after, UnaryOperator<String> name) {
        Map<String, List<String>> moves = new LinkedHashMap<>();
        after.forEach((site, owner) -> {
            String former = before.getOrDefault(site, owner);
            if (!former.equals(owner)) {
                String way = name.apply(former) + " to " + name.apply(owner);
                moves.computeIfAbsent(way, moved -> new ArrayList<>()).add(site);
            }
        });
        return moves.entrySet().stream()
                .map(move -> move.getKey() + ": " + String.join(", ", move.getValue()))
                .toList();
    }
}
