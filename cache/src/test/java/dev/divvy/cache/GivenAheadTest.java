package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The entries of a token came to a node that loses the token before it ever gained it: nobody else has them, so it passes them on. All keys
 * are of one token, which an operator gives from node to node; a veil keeps a node from gaining it.
 */
class GivenAheadTest {

    private static final int KEYS = 500;
    private static final String TOKEN = "0";

    private Fleet fleet;
    private Membership operator;

    @BeforeEach
    void fill() {
        fleet = new Fleet(settings -> settings.withTokens(1)).with("a", "b", "c");
        operator = Group.of("cache", Tokens.redis(1))
                .with(Fleet.PATIENT)
                .join(fleet.board(), new MemberSettings("operator").suspended(true));
        give("a");
        awaitServing("a");
        try (Talk talk = fleet.talk("a")) {
            for (int i = 0; i < KEYS; i++) {
                talk.say("SET", "k" + i, "v" + i);
            }
            talk.flush();
            for (int i = 0; i < KEYS; i++) {
                assertThat(talk.hear()).isEqualTo("OK");
            }
        }
        assertThat(fleet.node("a").size()).isEqualTo(KEYS);
    }

    @AfterEach
    void end() {
        operator.close();
        fleet.close();
    }

    private void give(String name) {
        operator.operator().pin(TOKEN, name).join();
    }

    private void awaitServing(String name) {
        CacheNode node = fleet.node(name);
        Fleet.until(name + " serves the token", () -> node.status().self().held() == 1 && node.isSettled());
    }

    /** Gives the token to a node that gets its entries and cannot gain it. */
    private void giveAhead(String name) {
        fleet.veil(name).draw();
        give(name);
        Fleet.until("the entries came to " + name, () -> arrived(name) == 1);
        Fleet.until("nobody else has them", () -> fleet.size() == 0);
        assertThat(fleet.node(name).status().self().held())
                .as("held by %s", name)
                .isZero();
    }

    private int arrived(String name) {
        try (Talk talk = fleet.talk(name)) {
            var inside = talk.askList("DIVVY.INSIDE");
            return Integer.parseInt(String.valueOf(inside.get(inside.indexOf("arrived") + 1)));
        }
    }

    private void readAll(String name) {
        try (Talk talk = fleet.talk(name)) {
            for (int i = 0; i < KEYS; i++) {
                talk.say("GET", "k" + i);
            }
            talk.flush();
            for (int i = 0; i < KEYS; i++) {
                assertThat(talk.hear()).as("k%d through %s", i, name).isEqualTo("v" + i);
            }
        }
    }

    @Test
    void whatCameAheadGoesToTheNextOwner() {
        giveAhead("b");
        give("c");
        awaitServing("c");
        assertThat(fleet.node("c").size()).isEqualTo(KEYS);
        assertThat(fleet.size()).isEqualTo(KEYS);
        assertThat(arrived("b")).isZero();
        readAll("c");
        readAll("b");
    }

    @Test
    void itIsPassedOnAsOftenAsTheTokenMoves() {
        giveAhead("b");
        giveAhead("c");
        assertThat(arrived("b")).isZero();
        give("a");
        awaitServing("a");
        assertThat(fleet.node("a").size()).isEqualTo(KEYS);
        assertThat(arrived("c")).isZero();
        readAll("a");
    }

    @Test
    void aNodeThatLeavesPassesItOnBeforeItGoes() {
        giveAhead("b");
        fleet.stop("b");
        Fleet.until(
                "another one serves the token",
                () -> fleet.nodes().stream()
                        .anyMatch(node -> node.status().self().held() == 1 && node.isSettled()));
        assertThat(fleet.size()).isEqualTo(KEYS);
        readAll("a");
        readAll("c");
    }
}
