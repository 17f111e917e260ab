package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.jr.ob.JSON;

/** {@code divvy plan}: one change or several, in words and as JSON. */
class PlanCommandTest {

    private static RunningGroup tokens;

    @BeforeAll
    static void join() {
        tokens = RunningGroup.inH2(Tokens.sql(12), "w1", "w2", "w3");
    }

    @AfterAll
    static void leave() {
        tokens.close();
    }

    private static List<String> output(RunningGroup group, String... words) {
        Shell shell = group.divvy(words);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.exitCode()).isZero();
        return shell.out().lines().toList();
    }

    @Test
    void aMemberThatLeaves() {
        assertThat(output(tokens, "plan", "--leave", "w2"))
                .startsWith("if w2 left, 4 of 12 tokens would move, the fewest possible is 4")
                .contains("2 from w2 to w1", "2 from w2 to w3")
                .hasSize(3);
    }

    @Test
    void severalChangesArePlannedTogether() {
        assertThat(output(tokens, "plan", "--leave", "w2", "--join", "w9", "--leave", "w2"))
                .containsExactly(
                        "if w2 left and w9 joined, 4 of 12 tokens would move, the fewest possible is 4",
                        "4 from w2 to w9");
        assertThat(output(tokens, "plan", "--join", "w9", "--weight", "w9=3", "--weight", "w1=0"))
                .first()
                .asString()
                .startsWith("if w9 joined, w9 had weight 3 and w1 had weight 0, ");
        assertThat(output(tokens, "plan", "--leave", "w1", "--leave", "w2", "--leave", "w3"))
                .contains("4 from w1 to nobody", "4 from w2 to nobody", "4 from w3 to nobody");
    }

    @Test
    void aPinMovesItsPieceAtLeast() {
        String owner = tokens.member("w1")
                .status()
                .allocation()
                .orElseThrow()
                .owner(0)
                .orElseThrow()
                .id();
        String other = owner.equals("w1") ? "w2" : "w1";
        assertThat(output(tokens, "plan", "--pin", "0=" + owner))
                .containsExactly(
                        "if token 0 was pinned to " + owner + ", 0 of 12 tokens would move, the fewest possible is 0");
        assertThat(output(tokens, "plan", "--pin", "0=" + other))
                .anyMatch(line -> line.matches("[12] from " + owner + " to " + other));
    }

    @Test
    @SuppressWarnings("unchecked")
    void asJson() {
        Map<String, Object> plan =
                JSON.std.mapFrom(String.join("\n", output(tokens, "plan", "--leave", "w2", "--join", "w9", "--json")));
        assertThat(plan)
                .containsOnlyKeys(
                        "group", "changes", "epoch", "divides", "pieces", "moved", "fewest", "moves", "members", "runs")
                .containsEntry("group", "outbox")
                .containsEntry("changes", List.of("w2 left", "w9 joined"))
                .containsEntry("divides", "tokens")
                .containsEntry("pieces", 12)
                .containsEntry("moved", 4)
                .containsEntry("fewest", 4)
                .containsEntry("moves", List.of(Map.of("from", "w2", "to", "w9", "pieces", 4)));
        Map<String, Object> all = JSON.std.mapFrom(
                String.join("\n", output(tokens, "plan", "--leave", "w1", "--leave", "w2", "--leave", "w3", "--json")));
        assertThat((List<Map<String, Object>>) all.get("moves"))
                .hasSize(3)
                .allSatisfy(move -> assertThat(move).containsEntry("to", null));
    }

    @Test
    void unitsAreNamed() throws Exception {
        try (RunningGroup units = RunningGroup.inH2(Units.of("a=b", "c"), "w1")) {
            assertThat(output(units, "plan", "--join", "w2", "--pin", "a=b=w2"))
                    .containsExactly(
                            "if w2 joined and unit a=b was pinned to w2, 1 of 2 units would move, the fewest possible is 1",
                            "1 from w1 to w2");
            Shell unknown = units.divvy("plan", "--pin", "x=w1");
            assertThat(unknown.exitCode()).isEqualTo(1);
            assertThat(unknown.err()).contains("there is no piece x among 2 units");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            plan                         | 2 | give at least one of --leave, --join, --weight and --pin
            plan --leave w9              | 1 | there is no member w9; the members are w1, w2, w3
            plan --join w1               | 1 | member w1 is in the roster already
            plan --weight w1=many        | 2 | --weight: 'many' is not a weight, a whole number from 0 to 1000000
            plan --weight w1=1000001     | 2 | --weight: '1000001' is not a weight
            plan --weight w1             | 2 | --weight: 'w1' is not MEMBER=WEIGHT such as n2=3
            plan --weight w9=1           | 1 | there is no member w9
            plan --pin 12=w1             | 1 | there is no piece 12 among 12 tokens
            plan --pin 5=w9              | 1 | there is no member w9
            plan --pin 5                 | 2 | --pin: '5' is not PIECE=MEMBER such as 5=n2
            plan --leave w1 --pin 5=w1   | 1 | there is no member w1
            """)
    void whatCannotBePlannedIsOneLine(String words, int exitCode, String complaint) {
        Shell shell = tokens.divvy(words.split(" "));
        assertThat(shell.exitCode()).as(shell.err()).isEqualTo(exitCode);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err().lines()).singleElement().asString().contains(complaint);
    }
}
