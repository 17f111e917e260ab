package dev.divvy.cli.cache;

import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.resp.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Who a node sees, asked as anybody would. */
final class OwnView {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private OwnView() {}

    /** Such as {@code 2 members: n1, n2}. */
    static String members(InetSocketAddress node, Optional<String> password) {
        try (Wire wire = Wire.to(node, password, PATIENCE)) {
            List<NodeRow> there = NodeRow.all(wire.ask("DIVVY.NODES")).stream()
                    .filter(row -> !row.isGone())
                    .toList();
            return Numbers.count(there.size(), "member") + ": "
                    + there.stream().map(NodeRow::name).collect(Collectors.joining(", "));
        } catch (IOException e) {
            return "its members could not be asked for (" + e.getMessage() + ")";
        }
    }
}
