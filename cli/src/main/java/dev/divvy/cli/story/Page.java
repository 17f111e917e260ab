package dev.divvy.cli.story;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The lines of the story: sentences, and under each the figures of the document and of the allocators in columns. */
final class Page {

    private static final int NODES = SeedCache.NODES + 1;

    private final List<String> lines = new ArrayList<>();

    Page say(String sentence) {
        lines.add(sentence);
        return this;
    }

    /** The heads of the columns, for parts about entries. */
    Page entriesHead() {
        return entries("", List.of("node 1", "2", "3", "4", "5", "6"), "entries", "useless missing changed", "tokens");
    }

    /** What the document printed: entries node by node, their sum, and what it said of tokens. */
    Page document(List<String> perNode, String sum, String tokens) {
        return entries("document", perNode, sum, "", tokens);
    }

    Page entries(String allocator, Stock stock) {
        String figures = String.format("%7d %7d %7d", stock.useless(), stock.missing(), stock.changed());
        // Where every key is a piece of its own, the counts are the entries.
        String tokens = stock.pieces() == stock.keys()
                ? ""
                : stock.nodes().values().stream()
                        .map(node -> Integer.toString(node.pieces().count()))
                        .collect(Collectors.joining(" "));
        List<String> perNode = perNode(stock, node -> Integer.toString(node.entries()));
        return entries(allocator, perNode, Integer.toString(stock.entries()), figures, tokens);
    }

    /** Which tokens each node owns, for parts about few of them. */
    Page tokens(String allocator, Stock stock) {
        List<String> perNode = perNode(
                stock,
                node -> Arrays.stream(node.pieces().pieces())
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(",")));
        return tokens(allocator, perNode, Integer.toString(stock.changed()));
    }

    Page tokens(String who, List<String> perNode, String changed) {
        return say(
                String.format("  %-9s%s%9s", who, cells(perNode, 10), changed).stripTrailing());
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    private Page entries(String who, List<String> perNode, String sum, String figures, String tokens) {
        return say(String.format("  %-9s%s%9s  %-23s  %s", who, cells(perNode, 6), sum, figures, tokens)
                .stripTrailing());
    }

    private static List<String> perNode(Stock stock, Function<Stock.Node, String> cell) {
        List<String> cells = new ArrayList<>();
        for (int node = 1; node <= NODES; node++) {
            Stock.Node up = stock.nodes().get(node);
            // The sixth is not down before it first comes up.
            cells.add(up != null ? cell.apply(up) : node <= SeedCache.NODES ? "down" : "");
        }
        return cells;
    }

    private static String cells(List<String> perNode, int width) {
        StringBuilder cells = new StringBuilder();
        for (int node = 0; node < NODES; node++) {
            String cell = node < perNode.size() ? perNode.get(node) : "";
            cells.append(" ".repeat(Math.max(1, width - cell.length()))).append(cell);
        }
        return cells.toString();
    }
}
