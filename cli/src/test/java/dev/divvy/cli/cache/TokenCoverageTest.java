package dev.divvy.cli.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenCoverageTest {

    private static List<NodeRow> owning(String... runs) {
        return Arrays.stream(runs)
                .map(run -> new NodeRow("n", NodeRow.RUNNING, "", 0, run, 1))
                .toList();
    }

    @Test
    void everyTokenOnceIsExact() {
        TokenCoverage coverage = TokenCoverage.of(owning("0-3 8", "4-7", "", "9"), 0);
        assertThat(coverage.isExact()).isTrue();
        assertThat(coverage.shown()).isEqualTo("10 tokens, each owned exactly once");
    }

    @Test
    void holesAndDoublesAreNamed() {
        assertThat(TokenCoverage.of(owning("0-3", "3-4 6-7"), 10).shown())
                .isEqualTo("of 10 tokens, 3 without an owner (5, 8, 9) and 1 owned twice (3)");
        assertThat(TokenCoverage.of(owning("20"), 0).shown())
                .isEqualTo("of 21 tokens, 20 without an owner (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...)");
        assertThat(TokenCoverage.of(owning("", ""), 0).shown()).isEqualTo("no token has an owner");
        assertThat(TokenCoverage.of(List.of(), 0).isExact()).isFalse();
    }

    @Test
    void aRowIsReadWhateverIsMissing() {
        NodeReply told = new NodeReply(
                NodeReply.Kind.LIST,
                "",
                List.of(
                        texts(
                                "name",
                                "n2",
                                "incarnation",
                                "7",
                                "state",
                                "RUNNING",
                                "listen",
                                "127.0.0.1:7402",
                                "tokens",
                                "2",
                                "runs",
                                "0-1",
                                "pid",
                                "42",
                                "entries",
                                "-1",
                                "odd"),
                        texts("name", "n3", "pid", "many")));
        assertThat(NodeRow.all(told))
                .containsExactly(
                        new NodeRow("n2", "RUNNING", "127.0.0.1:7402", 2, "0-1", 42),
                        new NodeRow("n3", "?", "", 0, "", 0));
    }

    private static NodeReply texts(String... texts) {
        List<NodeReply> parts = Arrays.stream(texts)
                .map(text -> NodeReply.of(NodeReply.Kind.TEXT, text))
                .toList();
        return new NodeReply(NodeReply.Kind.LIST, "", parts);
    }
}
