package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.jr.ob.JSON;

/** {@code divvy status}, {@code why} and {@code history} as JSON, and waiting until a group is calm. */
class StatusCommandTest {

    private static Map<String, Object> json(RunningGroup group, String... words) {
        Shell shell = group.divvy(words);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.exitCode()).isZero();
        return JSON.std.mapFrom(shell.out());
    }

    @Test
    void aGroupAsJson() throws Exception {
        try (RunningGroup group = RunningGroup.inH2(Tokens.sql(12), "w1", "w2")) {
            assertThat(group.divvy("drain", "w1").exitCode()).isZero();
            assertThat(group.divvy("pin", "5", "w2").exitCode()).isZero();
            group.awaitCalm();
            assertThat(json(group, "status", "--json"))
                    .containsOnlyKeys(
                            "group",
                            "divides",
                            "pieces",
                            "epoch",
                            "calm",
                            "suspended",
                            "drained",
                            "pins",
                            "problem",
                            "self",
                            "members",
                            "handovers")
                    .containsEntry("group", "outbox")
                    .containsEntry("divides", "tokens")
                    .containsEntry("pieces", 12)
                    .containsEntry("calm", true)
                    .containsEntry("suspended", false)
                    .containsEntry("drained", List.of("w1"))
                    .containsEntry("pins", List.of(Map.of("piece", "5", "member", "w2")))
                    .containsEntry("problem", null)
                    .containsEntry("self", null)
                    .containsEntry("handovers", List.of())
                    .extractingByKey("members", LIST)
                    .satisfiesExactly(
                            first -> assertMember(first, "w1", "suspended", 0, 0),
                            second -> assertMember(second, "w2", "running", 1, 12));
            assertThat(json(group, "why", "order-17", "--json"))
                    .containsOnlyKeys(
                            "group",
                            "key",
                            "piece",
                            "owner",
                            "since",
                            "from",
                            "reason",
                            "copies",
                            "waitingFor",
                            "index",
                            "sentence")
                    .containsEntry("key", "order-17")
                    .containsEntry("owner", "w2")
                    .containsEntry("waitingFor", List.of());
            assertThat(json(group, "history", "--json"))
                    .extractingByKey("epochs", LIST)
                    .last(MAP)
                    .containsOnlyKeys("epoch", "causes", "members", "moved", "fewest")
                    .containsEntry("moved", 0);
        }
    }

    @Test
    void aUnitAsJson() throws Exception {
        try (RunningGroup group = RunningGroup.inH2(Units.of("x", "y"), "w1")) {
            assertThat(json(group, "why", "y", "--json"))
                    .containsEntry("piece", "y")
                    .containsEntry("owner", "w1")
                    .containsEntry("since", 1)
                    .containsEntry("from", null)
                    .containsEntry("reason", "it had no owner before");
            Shell unknown = group.divvy("why", "z", "--json");
            assertThat(unknown.exitCode()).isEqualTo(1);
            assertThat(unknown.out()).isEmpty();
            assertThat(unknown.err()).contains("there is no unit z in group outbox; its units: x, y");
        }
    }

    @Test
    void beforeAnythingIsDividedTheFieldsAreNull() throws Exception {
        try (RunningGroup group = RunningGroup.inH2(Tokens.sql(12))) {
            join(group, "dead", CardState.WAITING);
            assertThat(json(group, "why", "a", "--json"))
                    .containsEntry("owner", null)
                    .containsEntry("waitingFor", null);
            assertThat(json(group, "history", "--json")).containsEntry("epochs", List.of());
            assertThat(json(group, "plan", "--join", "n1", "--json"))
                    .containsEntry("epoch", null)
                    .containsEntry("moved", 0);
            assertThat(group.divvy("plan", "--join", "n1").out()).isEqualTo("nothing is divided yet\n");
            assertThat(json(group, "status", "--json"))
                    .containsEntry("epoch", null)
                    .containsEntry("divides", null)
                    .containsEntry("calm", false)
                    .extractingByKey("members", LIST)
                    .singleElement(MAP)
                    .containsEntry("name", "dead")
                    .containsEntry("timeToLiveMillis", 1_000)
                    .containsEntry("silent", true);
        }
    }

    private static void assertMember(Object member, String name, String state, int weight, int pieces) {
        assertThat(member)
                .asInstanceOf(MAP)
                .containsOnlyKeys(
                        "name",
                        "state",
                        "address",
                        "zone",
                        "weight",
                        "pieces",
                        "beatMillis",
                        "timeToLiveMillis",
                        "silent")
                .containsEntry("name", name)
                .containsEntry("state", state)
                .containsEntry("weight", weight)
                .containsEntry("pieces", pieces)
                .containsEntry("silent", false);
    }

    private static void join(RunningGroup group, String id, CardState state) {
        Card card = new Card(new Member(id, 1, Optional.empty(), 1), 0, 0, state, "", Duration.ofSeconds(1));
        assertThat(group.board().join(card)).isEqualTo(new Admission.Admitted());
    }

    @Test
    void aCalmGroupIsNotWaitedFor() throws Exception {
        try (RunningGroup group = RunningGroup.inH2(Tokens.sql(12), "w1", "w2")) {
            Shell shell = group.divvy("status", "--wait", "calm", "--timeout", "3m");
            assertThat(shell.err()).isEmpty();
            assertThat(shell.exitCode()).isZero();
            assertThat(shell.out().lines()).first().asString().endsWith(", calm");
        }
    }

    @Test
    void aGroupThatBecomesCalmIsWaitedFor(@TempDir Path folder) throws Exception {
        try (H2 h2 = H2.shared(folder);
                RunningGroup group = RunningGroup.in(h2, Tokens.sql(12))) {
            join(group, "dead", CardState.SUSPENDED);
            try (Program waiting =
                    Program.start(folder, List.of(group.args("status", "--wait", "calm", "--timeout", "3m")))) {
                group.with("w1", "w2");
                assertThat(waiting.awaitExit()).as(waiting.output()).isZero();
                assertThat(waiting.output())
                        .contains(", calm", "w1 RUNNING, 6 tokens")
                        .doesNotContain("dead");
            }
        }
    }

    @Test
    void atTheTimeoutOneLineSaysWhatItWaitsFor() throws Exception {
        try (RunningGroup group = RunningGroup.inH2(Tokens.sql(12))) {
            join(group, "dead", CardState.WAITING);
            Shell shell = group.divvy("status", "--wait", "calm", "--timeout", "300ms");
            assertThat(shell.exitCode()).isEqualTo(1);
            assertThat(shell.out()).startsWith("group outbox, no allocation yet, not calm\ndead WAITING\n");
            assertThat(shell.err())
                    .isEqualTo("divvy status: not calm after 300 ms; still waiting for the first division;"
                            + " dead, which is WAITING; a heartbeat of dead\n");
        }
    }

    @Test
    void ctrlCEndsTheWaiting(@TempDir Path folder) throws Exception {
        try (H2 h2 = H2.shared(folder);
                RunningGroup group = RunningGroup.in(h2, Tokens.sql(12))) {
            join(group, "dead", CardState.WAITING);
            String others = "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE CLIENT_ADDR IS NOT NULL";
            assertThat(h2.ask(others)).isEqualTo("0");
            try (Program waiting =
                    Program.start(folder, List.of(group.args("status", "--wait", "calm", "--timeout", "1h")))) {
                Program.await("it looks", () -> !h2.ask(others).equals("0"));
                waiting.interrupt();
                assertThat(waiting.awaitExit()).isEqualTo(1);
                assertThat(waiting.output()).contains("divvy status: stopped; still waiting for the first division");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            status --wait idle                | --wait: 'idle' cannot be waited for; there is calm
            status --timeout 3s               | --timeout goes with --wait only
            status --wait calm --timeout 3    | --timeout: '3' has no unit
            """)
    void wrongUsageIsOneLine(String words, String complaint) {
        Shell shell = Shell.divvy(words.split(" "));
        assertThat(shell.exitCode()).isEqualTo(2);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err().lines()).singleElement().asString().contains(complaint);
    }
}
