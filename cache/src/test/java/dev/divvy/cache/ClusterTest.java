package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the seed plays: nodes come and go, any of them answers for any key, and nothing moves that need not. */
class ClusterTest {

    private static final int KEYS = 5000;

    private static void fill(Fleet fleet, String name) {
        try (Talk talk = fleet.talk(name)) {
            for (int i = 1; i <= KEYS; i++) {
                talk.say("SET", "k_1_" + i, Integer.toString(i));
            }
            talk.flush();
            for (int i = 1; i <= KEYS; i++) {
                assertThat(talk.hear()).isEqualTo("OK");
            }
        }
    }

    private static void readAll(Fleet fleet, String name) {
        try (Talk talk = fleet.talk(name)) {
            for (int i = 1; i <= KEYS; i++) {
                talk.say("GET", "k_1_" + i);
            }
            talk.flush();
            for (int i = 1; i <= KEYS; i++) {
                assertThat(talk.hear()).as("key %d through %s", i, name).isEqualTo(Integer.toString(i));
            }
        }
    }

    private static Map<String, Long> sizes(Fleet fleet) {
        Map<String, Long> sizes = new TreeMap<>();
        fleet.nodes().forEach(node -> sizes.put(node.name(), node.size()));
        return sizes;
    }

    /** No node keeps an entry of a token that it does not serve. */
    private static void nothingUseless(Fleet fleet) {
        for (CacheNode node : fleet.nodes()) {
            try (Talk talk = new Talk(node.address())) {
                List<?> inside = (List<?>) talk.ask("DIVVY.INSIDE");
                assertThat(inside).as("inside %s", node.name()).isNotNull();
                assertThat(String.valueOf(inside)).contains("foreign, 0, arrived, 0");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16384, 1000, 10})
    void nodesComeAndGoAndNothingIsLostButWhatACrashTakes(int tokens) {
        try (Fleet fleet = new Fleet(settings -> settings.withTokens(tokens)).with("n1", "n2", "n3")) {
            fill(fleet, "n1");
            assertThat(fleet.size()).isEqualTo(KEYS);
            readAll(fleet, "n2");
            Map<String, Long> before = sizes(fleet);

            fleet.with("n4");
            readAll(fleet, "n4");
            assertThat(fleet.size()).isEqualTo(KEYS);
            assertThat(fleet.node("n4").size()).isPositive();
            assertThat(sizes(fleet))
                    .allSatisfy((name, size) -> assertThat(size)
                            .as("%s only gives", name)
                            .isLessThanOrEqualTo(before.getOrDefault(name, Long.MAX_VALUE)));
            nothingUseless(fleet);

            fleet.stop("n2");
            fleet.awaitCalm();
            assertThat(fleet.size()).isEqualTo(KEYS);
            readAll(fleet, "n1");
            nothingUseless(fleet);
        }
    }

    @Test
    void manyKeysAreAskedWhereTheyAre() {
        try (Fleet fleet = new Fleet().with("n1", "n2", "n3");
                Talk talk = fleet.talk("n2")) {
            assertThat(talk.ask("MSET", "a", "1", "b", "2", "c", "3", "a", "4")).isEqualTo("OK");
            assertThat(talk.ask("MGET", "a", "b", "nothing", "c"))
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                    .containsExactly("4", "2", null, "3");
            assertThat(talk.ask("EXISTS", "a", "b", "nothing", "a")).isEqualTo(3L);
            assertThat(talk.ask("DEL", "a", "b", "nothing")).isEqualTo(2L);
            assertThat(fleet.size()).isEqualTo(1);
        }
    }
}
