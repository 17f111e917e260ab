package dev.divvy.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cli.cache.NodeRow;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellClusterTest {

    static NodeRow row(String name, String state, long pid) {
        return new NodeRow(name, state, "127.0.0.1:7401", 2, "0-1", pid);
    }

    private static List<NodeRow> named(String... names) {
        return Arrays.stream(names).map(name -> row(name, NodeRow.RUNNING, 1)).toList();
    }

    @ParameterizedTest
    @CsvSource({"n1, 1", "n10, 10", "node-07, 7", "apothik_2, 2", "12, 12", "n, -1", "n1a, -1", "n99999999999, -1"})
    void theNumberOfANodeIsTheOneItsNameEndsIn(String name, int number) {
        assertThat(row(name, NodeRow.RUNNING, 1).number()).isEqualTo(number);
    }

    @Test
    void aNodeIsFoundByNumberOrByName() {
        List<NodeRow> nodes = named("n1", "n2", "n12", "other");
        assertThat(ShellCluster.find(nodes, "2").map(NodeRow::name)).contains("n2");
        assertThat(ShellCluster.find(nodes, "12").map(NodeRow::name)).contains("n12");
        assertThat(ShellCluster.find(nodes, "n1").map(NodeRow::name)).contains("n1");
        assertThat(ShellCluster.find(nodes, "other").map(NodeRow::name)).contains("other");
        assertThat(ShellCluster.find(nodes, "3")).isEmpty();
        assertThat(ShellCluster.find(nodes, "-1")).isEmpty();
    }

    @Test
    void nodesThatShareANumberNeedTheirFullNames() {
        List<NodeRow> nodes = named("a1", "b1", "1");
        assertThat(ShellCluster.find(nodes, "b1").map(NodeRow::name)).contains("b1");
        assertThat(ShellCluster.find(nodes, "1").map(NodeRow::name)).contains("1");
        assertThatThrownBy(() -> ShellCluster.find(named("a1", "b1"), "1")).hasMessageContaining("a1, b1");
    }

    @Test
    void aNodeMustHoldWhatItOwnsAndNothingElse() {
        NodeRow node = row("n1", NodeRow.RUNNING, 11);
        assertThatCode(() -> ShellCluster.check(node, Map.of("tokens", "2", "foreign", "0")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> ShellCluster.check(node, Map.of("tokens", "1", "foreign", "0")))
                .hasMessage("n1 holds 1 tokens and owns 2: some are still being transferred");
        assertThatThrownBy(() -> ShellCluster.check(node, Map.of("tokens", "2", "foreign", "7")))
                .hasMessage("n1 has 7 entries of tokens that it neither owns nor copies");
    }

    @Test
    void aTableLinesUp() {
        List<NodeRow> nodes = List.of(row("n1", NodeRow.RUNNING, 11), row("n10", NodeRow.GONE, 0));
        assertThat(ClusterReports.nodes(nodes).lines())
                .containsExactly(
                        "node    state         address  tokens  pid",
                        "n1    running  127.0.0.1:7401       2   11",
                        "n10      gone  127.0.0.1:7401       2    -");
        assertThat(ClusterReports.tokens(nodes).lines())
                .containsExactly("node  tokens  runs", "n1         2  0-1", "n10        2  0-1");
    }
}
