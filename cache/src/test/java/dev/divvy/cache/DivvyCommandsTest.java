package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.codec.AllocationCodec;
import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import dev.divvy.coordination.status.GroupStatus;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators and their programs ask of a node: the snapshot of the group, and orders. */
class DivvyCommandsTest {

    private static final int TOKENS = 100;

    private static Fleet fleet(String... names) {
        return new Fleet(settings -> settings.withTokens(TOKENS)).with(names);
    }

    private static Map<String, String> fields(Object record) {
        List<?> words = (List<?>) record;
        Map<String, String> fields = new TreeMap<>();
        for (int i = 0; i < words.size(); i += 2) {
            fields.put(String.valueOf(words.get(i)), String.valueOf(words.get(i + 1)));
        }
        return fields;
    }

    @Test
    void aSnapshotIsTheGroupAndItsMembers() {
        try (Fleet fleet = fleet("n1", "n2");
                Talk talk = fleet.talk("n1")) {
            List<?> records = talk.askList("DIVVY.SNAPSHOT");
            GroupStatus status = fleet.node("n1").status();
            assertThat(records).hasSize(3);
            Map<String, String> group = fields(records.get(0));
            assertThat(group)
                    .containsOnlyKeys("group", "calm", "trouble", "allocation")
                    .containsEntry("group", "cache")
                    .containsEntry("calm", "1")
                    .containsEntry("trouble", "");
            Allocation allocation = AllocationCodec.read(Base64.getDecoder().decode(group.get("allocation")));
            assertThat(allocation).isEqualTo(status.allocation().orElseThrow());
            assertThat(fields(records.get(2)))
                    .containsEntry("id", "n2")
                    .containsEntry(
                            "incarnation",
                            Long.toString(status.members().get(1).life().number()))
                    .containsEntry("state", "RUNNING")
                    .containsEntry("acknowledged", Long.toString(allocation.epoch()))
                    .containsEntry("weight", "1")
                    .containsEntry("zone", "")
                    .containsEntry(
                            "address", "127.0.0.1:" + fleet.node("n2").address().getPort())
                    .containsEntry("ttl", "20000")
                    .hasSize(8);
        }
    }

    @Test
    void aMemberIsDrainedAndTakesItsShareAgain() {
        try (Fleet fleet = fleet("n1", "n2");
                Talk talk = fleet.talk("n1")) {
            for (int i = 0; i < 200; i++) {
                assertThat(talk.ask("SET", "k" + i, "v")).isEqualTo("OK");
            }
            assertThat(talk.ask("DIVVY.DRAIN", "n2")).isEqualTo("OK");
            Fleet.until("n2 is empty", () -> fleet.node("n2").size() == 0 && owned(fleet, "n2") == 0);
            fleet.awaitCalm();
            assertThat(fleet.node("n1").size()).isEqualTo(200);
            assertThat(talk.ask("DIVVY.DRAIN", "n2")).as("again").isEqualTo("OK");
            assertThat(talk.ask("divvy.undrain", "n2")).isEqualTo("OK");
            Fleet.until("n2 has its share", () -> owned(fleet, "n2") == TOKENS / 2);
            fleet.awaitCalm();
            assertThat(fleet.size()).isEqualTo(200);
        }
    }

    @Test
    void aTokenIsPinnedAndTheGroupSuspended() {
        try (Fleet fleet = fleet("n1", "n2");
                Talk talk = fleet.talk("n2")) {
            assertThat(talk.ask("DIVVY.PIN", "0", "n2")).isEqualTo("OK");
            Fleet.until("token 0 is pinned", () -> "n2".equals(pins(fleet).get("0")));
            fleet.awaitCalm();
            assertThat(talk.ask("SET", "k", "v")).isEqualTo("OK");
            assertThat(talk.ask("DIVVY.UNPIN", "0")).isEqualTo("OK");
            Fleet.until("token 0 is not pinned", () -> pins(fleet).isEmpty());
            assertThat(talk.ask("DIVVY.SUSPEND")).isEqualTo("OK");
            Fleet.until("nobody owns anything", () -> owned(fleet, "n1") + owned(fleet, "n2") == 0);
            assertThat(talk.ask("DIVVY.RESUME")).isEqualTo("OK");
            Fleet.until("all is owned again", () -> owned(fleet, "n1") + owned(fleet, "n2") == TOKENS);
            fleet.awaitCalm();
            assertThat(talk.ask("GET", "k")).as("what nobody owns is forgotten").isNull();
        }
    }

    private static int owned(Fleet fleet, String name) {
        return fleet.node("n1")
                .status()
                .allocation()
                .orElseThrow()
                .piecesOf(name)
                .count();
    }

    private static Map<String, String> pins(Fleet fleet) {
        return fleet.node("n1").status().allocation().orElseThrow().directives().pins();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DIVVY.DRAIN n9      | -ERR member n9 is not in the roster; it has [n1]
            DIVVY.UNDRAIN n9    | -ERR member n9 is not in the roster; it has [n1]
            DIVVY.PIN 5 n9      | -ERR member n9 is not in the roster; it has [n1]
            DIVVY.PIN 100 n1    | -ERR there is no piece 100 among 100 tokens of REDIS_SLOT
            DIVVY.PIN x n1      | -ERR there is no piece x among 100 tokens of REDIS_SLOT
            DIVVY.UNPIN -1      | -ERR there is no piece -1 among 100 tokens of REDIS_SLOT
            DIVVY.DRAIN         | -ERR wrong number of arguments for 'divvy.drain' command
            DIVVY.PIN 5         | -ERR wrong number of arguments for 'divvy.pin' command
            DIVVY.UNPIN 5 n1    | -ERR wrong number of arguments for 'divvy.unpin' command
            DIVVY.SUSPEND now   | -ERR wrong number of arguments for 'divvy.suspend' command
            DIVVY.RESUME now    | -ERR wrong number of arguments for 'divvy.resume' command
            DIVVY.SNAPSHOT now  | -ERR wrong number of arguments for 'divvy.snapshot' command
            """)
    void aWrongOrderIsOneErrorAndChangesNothing(String line, String error) {
        try (Fleet fleet = fleet("n1");
                Talk talk = fleet.talk("n1")) {
            assertThat(talk.ask(line.split(" "))).isEqualTo(error);
            GroupStatus status = fleet.node("n1").status();
            assertThat(status.version().orElseThrow().epoch()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DRAIN n1", "UNDRAIN n1", "PIN 1 n1", "UNPIN 1", "SUSPEND", "RESUME", "SNAPSHOT"})
    void aStrangerGivesNoOrders(String order) {
        try (Fleet fleet = new Fleet(settings -> settings.withTokens(TOKENS).withPassword("open sesame")).with("n1");
                Talk talk = fleet.talk("n1")) {
            assertThat(talk.ask(("DIVVY." + order).split(" "))).isEqualTo("-NOAUTH Authentication required.");
            assertThat(talk.ask("AUTH", "open sesame")).isEqualTo("OK");
            assertThat(fleet.node("n1").status().version().orElseThrow().epoch())
                    .isEqualTo(1);
        }
    }
}
