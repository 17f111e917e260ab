package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code divvy drain}, {@code undrain}, {@code pin}, {@code unpin}, {@code suspend} and {@code resume}, wherever a group meets. */
class OperatorCommandsTest {

    @TempDir
    private Path folder;

    private static String output(Shell shell) {
        assertThat(shell.err()).isEmpty();
        assertThat(shell.exitCode()).isZero();
        return shell.out();
    }

    private static void refused(Shell shell, String complaint) {
        assertThat(shell.exitCode()).as(shell.err()).isEqualTo(1);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err().lines()).singleElement().asString().contains(complaint);
    }

    private static long epoch(RunningGroup group) {
        return group.board().look().allocation().orElseThrow().epoch();
    }

    @Test
    void aMemberInADatabaseIsDrainedAndUndrained() throws Exception {
        try (RunningGroup group = RunningGroup.inH2(Tokens.sql(12), "w1", "w2")) {
            drainsAndUndrains(group, "token");
            List<String> ids = group.board().look().cards().stream()
                    .map(card -> card.member().id())
                    .toList();
            assertThat(ids).as("the operator has left").containsExactly("w1", "w2");
        }
    }

    @Test
    @NeedsRedis
    void aMemberInRedisIsDrainedAndUndrained() throws Exception {
        try (RedisServer server = RedisServer.start();
                RunningGroup group = RunningGroup.inRedis(server, "jobs", Units.of("a", "b", "c", "d"), "w1", "w2")) {
            drainsAndUndrains(group, "unit");
        }
    }

    private static void drainsAndUndrains(RunningGroup group, String kind) {
        int share = group.held("w2");
        long before = epoch(group);
        assertThat(output(group.divvy("drain", "w2")))
                .isEqualTo("w2 is drained: " + share + " " + kind
                        + "s move to the others; follow with divvy status --wait calm\n");
        assertThat(epoch(group)).as("nobody joined").isEqualTo(before + 1);
        Program.await("w2 is empty", () -> group.held("w2") == 0 && group.held("w1") == 2 * share);
        assertThat(output(group.divvy("status", "--wait", "calm", "--timeout", "3m")))
                .contains(", calm\n", "w2 SUSPENDED, 0 " + kind + "s\n");
        assertThat(output(group.divvy("drain", "w2"))).isEqualTo("w2 is drained already\n");
        assertThat(output(group.divvy("undrain", "w2")))
                .isEqualTo("w2 is no longer drained: " + share + " " + kind
                        + "s move to w2; follow with divvy status --wait calm\n");
        Program.await("w2 has its share", () -> group.held("w2") == share && group.held("w1") == share);
        assertThat(output(group.divvy("undrain", "w2"))).isEqualTo("w2 is not drained\n");
        assertThat(epoch(group)).isEqualTo(before + 2);
        refused(group.divvy("drain", "w9"), "there is no member w9; the members are w1, w2");
        refused(group.divvy("undrain", "w9"), "there is no member w9; the members are w1, w2");
    }

    @Test
    void aPieceIsPinnedAndAGroupSuspended() throws Exception {
        try (RunningGroup group = RunningGroup.inH2(Units.of("x", "y"), "w1", "w2")) {
            Allocation allocation = group.board().look().allocation().orElseThrow();
            String owner = allocation.owner(0).orElseThrow().id();
            String other = owner.equals("w1") ? "w2" : "w1";
            assertThat(output(group.divvy("pin", "x", owner)))
                    .isEqualTo("unit x is pinned to " + owner + ": nothing moves\n");
            assertThat(output(group.divvy("pin", "x", owner))).isEqualTo("unit x is pinned to " + owner + " already\n");
            assertThat(output(group.divvy("pin", "x", other))).startsWith("unit x is pinned to " + other + ": ");
            Program.await("it is there", () -> group.member(other).holds("x"));
            assertThat(output(group.divvy("unpin", "x"))).startsWith("unit x is no longer pinned: ");
            assertThat(output(group.divvy("unpin", "x"))).isEqualTo("unit x is not pinned\n");
            refused(group.divvy("pin", "z", "w1"), "there is no piece z among 2 units");
            refused(group.divvy("pin", "x", "w9"), "there is no member w9");
            refused(group.divvy("unpin", "z"), "there is no piece z among 2 units");
            assertThat(output(group.divvy("resume"))).isEqualTo("group outbox is not suspended\n");
            assertThat(output(group.divvy("suspend")))
                    .isEqualTo("group outbox is suspended: 2 units have no owner now;"
                            + " follow with divvy status --wait calm\n");
            Program.await("nobody holds anything", () -> group.held("w1") + group.held("w2") == 0);
            assertThat(output(group.divvy("suspend"))).isEqualTo("group outbox is suspended already\n");
            assertThat(output(group.divvy("resume")))
                    .isEqualTo("group outbox is resumed: 2 units move to 2 members;"
                            + " follow with divvy status --wait calm\n");
            Program.await("all is held", () -> group.held("w1") + group.held("w2") == 2);
        }
    }

    @Test
    void aGroupWithoutAllocationOrMembersIsReportedInOneLine() throws Exception {
        try (RunningGroup group = RunningGroup.inH2(Tokens.sql(12))) {
            Card card = new Card(
                    new Member("w1", 1, Optional.empty(), 1), 0, 0, CardState.WAITING, "", Duration.ofSeconds(20));
            assertThat(group.board().join(card)).isEqualTo(new Admission.Admitted());
            refused(group.divvy("drain", "w1"), "nothing is divided yet in group outbox");
        }
        try (RunningGroup group = RunningGroup.inH2(Tokens.sql(12), "w1")) {
            group.member("w1").close();
            refused(group.divvy("suspend"), "no member of group outbox is there; start one first");
        }
    }

    @Test
    void aWordTooFewOrTooManyIsWrongUsage() {
        for (String words :
                List.of("drain", "drain a b", "undrain", "pin 5", "pin", "unpin", "suspend a", "resume a")) {
            Shell shell = Shell.divvy(words.split(" "));
            assertThat(shell.exitCode()).as(words).isEqualTo(2);
            assertThat(shell.err().lines()).as(words).hasSize(1);
        }
    }

    @Test
    void aNodeOfACacheIsDrainedAndUndrained() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "hidden\n");
        List<String> mesh = List.of("127.0.0.1:" + Program.freePort(), "127.0.0.1:" + Program.freePort());
        String at = "127.0.0.1:" + Program.freePort();
        String other = "127.0.0.1:" + Program.freePort();
        try (Program first = Program.start(folder, node("n1", at, mesh.get(0), mesh, password));
                Program second = Program.start(folder, node("n2", other, mesh.get(1), mesh, password))) {
            first.awaitOutput("n1 serves at ");
            second.awaitOutput("n2 serves at ");
            String[] place = {"--at", at, "--password-file", password.toString()};
            Program.awaitSuch(
                    "both have their share",
                    () -> Shell.divvy(with(place, "status", "--wait", "calm", "--timeout", "3m"))
                            .out(),
                    out -> out.contains("n2 RUNNING at " + other + ", 8192 tokens"));

            refused(Shell.divvy("drain", "n2", "--at", at), "NOAUTH");
            assertThat(output(Shell.divvy(with(place, "drain", "n2"))))
                    .isEqualTo("n2 is drained: 8,192 tokens move to the others;"
                            + " follow with divvy status --wait calm\n");
            assertThat(output(Shell.divvy(with(place, "status", "--wait", "calm", "--timeout", "3m"))))
                    .contains("group cache, 16384 tokens of REDIS_SLOT, epoch ", ", calm\n")
                    .contains("n2 SUSPENDED at " + other + ", 0 tokens\n");
            assertThat(output(Shell.divvy(with(place, "status", "--json"))))
                    .containsIgnoringWhitespaces("\"drained\":[\"n2\"]", "\"problem\":null");
            assertThat(output(Shell.divvy(with(place, "drain", "n2")))).isEqualTo("n2 is drained already\n");
            assertThat(output(Shell.divvy(with(place, "undrain", "n2", "--group", "cache"))))
                    .startsWith("n2 is no longer drained: 8,192 tokens move to n2; ");
            assertThat(output(Shell.divvy(with(place, "status", "--wait", "calm", "--timeout", "3m"))))
                    .contains("n2 RUNNING at " + other + ", 8192 tokens\n");

            assertThat(output(Shell.divvy(with(place, "plan", "--leave", "n2", "--join", "n9"))))
                    .isEqualTo("if n2 left and n9 joined, 8192 of 16384 tokens would move,"
                            + " the fewest possible is 8192\n8192 from n2 to n9\n");
            assertThat(output(Shell.divvy(with(place, "pin", "5", "n2")))).startsWith("token 5 is pinned to n2: ");
            refused(Shell.divvy(with(place, "pin", "16384", "n2")), "there is no piece 16384 among 16384 tokens");
            refused(Shell.divvy(with(place, "drain", "n9")), "there is no member n9; the members are n1, n2");
            refused(Shell.divvy(with(place, "suspend", "--group", "other")), "the node is not of group 'other'");
        }
    }

    private static List<String> node(String name, String listen, String mesh, List<String> peers, Path password) {
        return List.of(
                "node",
                "--name",
                name,
                "--listen",
                listen,
                "--mesh",
                mesh,
                "--peers",
                String.join(",", peers),
                "--expiration",
                "20s",
                "--password-file",
                password.toString());
    }

    private static String[] with(String[] more, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
