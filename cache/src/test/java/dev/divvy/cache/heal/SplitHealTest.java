package dev.divvy.cache.heal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.OnHeal;
import dev.divvy.testservers.net.TwoNetworks;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A network that splits in two while clients on both sides change keys. */
@Timeout(300)
class SplitHealTest {

    /** The reply to GET of a key that has no value. */
    private static final String NONE = "null";

    private static final List<String> ALL = SplitCluster.keys(0, 300);
    private static final List<String> SET_IN_B = SplitCluster.keys(0, 50);
    private static final List<String> DELETED_IN_B = SplitCluster.keys(50, 100);
    private static final List<String> SET_AFTER_THE_HEAL = SplitCluster.keys(75, 100);
    private static final List<String> CHANGED_IN_B = SplitCluster.keys(0, 100);
    private static final List<String> SET_IN_A = SplitCluster.keys(100, 150);
    private static final List<String> DELETED_IN_A = SplitCluster.keys(150, 200);
    private static final List<String> SET_IN_BOTH = SplitCluster.keys(0, 25);
    private static final List<String> UNCHANGED = SplitCluster.keys(200, 300);

    @Test
    void nobodyReadsAValueThatWasReplacedOrDeletedOnEitherSide() throws Exception {
        try (TwoNetworks networks = TwoNetworks.open();
                SplitCluster cluster = new SplitCluster(networks, OnHeal.FORGET_CHANGED)) {
            changeBothSides(networks, cluster);
            networks.heal();
            // The client that changed the keys never reads the values of before, at no moment of the heal.
            long rounds = 0;
            boolean set = false;
            while (!cluster.isCalm("b", 3)) {
                assertNoneOld(cluster, "b", CHANGED_IN_B);
                rounds++;
                set = set || setAfterTheHeal(cluster);
            }
            assertThat(set)
                    .as("keys were set when the winners had handled the heal")
                    .isTrue();
            assertThat(rounds).as("reads during the heal").isPositive();
            cluster.awaitMembers("a", 3);
            for (String side : List.of("a", "b")) {
                assertThat(get(cluster, side, SET_AFTER_THE_HEAL).values())
                        .as("keys that were set after the heal, read on side %s", side)
                        .containsOnly("after");
                assertThat(get(cluster, side, SplitCluster.keys(0, 75)).values())
                        .as("keys that the losing side changed, read on side %s", side)
                        .containsOnly(NONE);
                assertThat(get(cluster, side, SET_IN_A).values())
                        .as("keys that the winning side set, read on side %s", side)
                        .containsAnyOf("a")
                        .doesNotContain("before");
                assertThat(get(cluster, side, DELETED_IN_A).values()).containsOnly(NONE);
                assertThat(get(cluster, side, UNCHANGED).values())
                        .as("keys that neither side changed")
                        .filteredOn("before"::equals)
                        .hasSizeGreaterThan(30);
            }
            assertThat(cluster.node(3).tail()).contains("it reports");
        }
    }

    /** Sets some of the keys of which the losing side reports that it changed them, once the winners have forgotten them. */
    private static boolean setAfterTheHeal(SplitCluster cluster) {
        String handled = "the heal was handled";
        if (!cluster.node(1).tail().contains(handled) || !cluster.node(2).tail().contains(handled)) {
            return false;
        }
        assertThat(cluster.ask("a", SET_AFTER_THE_HEAL, key -> "SET " + key + " after")
                        .values())
                .containsOnly("OK");
        return true;
    }

    /** The same split, with entries that are kept: shows that the test above can fail. */
    @Test
    @Tag("long")
    void entriesThatAreKeptAreReadAlthoughTheyWereReplaced() throws Exception {
        try (TwoNetworks networks = TwoNetworks.open();
                SplitCluster cluster = new SplitCluster(networks, OnHeal.KEEP)) {
            changeBothSides(networks, cluster);
            networks.heal();
            cluster.awaitMembers("a", 3);
            cluster.awaitMembers("b", 3);
            assertThat(get(cluster, "b", DELETED_IN_B).values()).contains("before");
            assertThat(get(cluster, "b", SET_IN_B).values()).contains("before");
        }
    }

    @Test
    @Tag("long")
    void nothingIsLeftWhenEverythingIsForgotten() throws Exception {
        try (TwoNetworks networks = TwoNetworks.open();
                SplitCluster cluster = new SplitCluster(networks, OnHeal.FORGET_ALL)) {
            changeBothSides(networks, cluster);
            networks.heal();
            cluster.awaitMembers("a", 3);
            cluster.awaitMembers("b", 3);
            assertThat(get(cluster, "a", ALL).values()).containsOnly(NONE);
            assertThat(get(cluster, "b", ALL).values()).containsOnly(NONE);
        }
    }

    private static void changeBothSides(TwoNetworks networks, SplitCluster cluster) throws Exception {
        cluster.start();
        assertThat(cluster.ask("a", ALL, key -> "SET " + key + " before").values())
                .containsOnly("OK");
        networks.split();
        cluster.awaitMembers("b", 1);
        cluster.awaitMembers("a", 2);
        assertThat(cluster.ask("b", SET_IN_B, key -> "SET " + key + " b").values())
                .containsOnly("OK");
        cluster.ask("b", DELETED_IN_B, key -> "DEL " + key);
        assertThat(cluster.ask("a", SET_IN_A, key -> "SET " + key + " a").values())
                .containsOnly("OK");
        cluster.ask("a", DELETED_IN_A, key -> "DEL " + key);
        cluster.ask("a", SET_IN_BOTH, key -> "SET " + key + " a");
    }

    private static Map<String, String> get(SplitCluster cluster, String side, List<String> keys) {
        return cluster.ask(side, keys, key -> "GET " + key);
    }

    private static void assertNoneOld(SplitCluster cluster, String side, List<String> keys) {
        Map<String, String> replies = get(cluster, side, keys);
        try {
            assertThat(replies.values()).doesNotContain("before");
        } catch (AssertionError e) {
            throw cluster.withOutput(e);
        }
    }
}
