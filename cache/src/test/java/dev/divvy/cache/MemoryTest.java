package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import org.junit.jupiter.api.Test;

/** A node that may use so much memory and no more. */
class MemoryTest {

    private static final long MOST = 1 << 20;
    private static final String VALUE = "x".repeat(1000);

    @Test
    void nodesForgetWhatDoesNotFitWhicheverWayItIsWritten() {
        try (Fleet fleet = new Fleet(settings -> settings.withMaxMemory(MOST).withTokens(64)).with("n1", "n2");
                Talk talk = fleet.talk("n1")) {
            for (int i = 0; i < 5000; i++) {
                talk.say("SET", "one" + i, VALUE);
            }
            talk.flush();
            for (int i = 0; i < 5000; i++) {
                assertThat(talk.hear()).isEqualTo("OK");
            }
            assertFits(fleet);
            for (int i = 0; i < 500; i++) {
                talk.say("MSET", "a" + i, VALUE, "b" + i, VALUE, "c" + i, VALUE, "d" + i, VALUE);
            }
            talk.flush();
            for (int i = 0; i < 500; i++) {
                assertThat(talk.hear()).isEqualTo("OK");
            }
            assertFits(fleet);
            assertThat(talk.ask("GET", "d499"))
                    .as("what was written last is there")
                    .isEqualTo(VALUE);
        }
    }

    /** Room is made before a write, so that the last ones are above the bound. */
    private static void assertFits(Fleet fleet) {
        assertThat(fleet.nodes()).allSatisfy(node -> {
            assertThat(node.stats().bytes()).as(node.name()).isBetween(MOST / 2, MOST + 10_000);
            assertThat(node.stats().evicted()).as(node.name()).isPositive();
        });
    }
}
