package dev.divvy.boardpeers.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** Nodes that come, die and are torn apart, in every order that many seeds find. */
class MeshNodeTest {

    private static final int STORIES = 40;
    private static final List<String> FIVE = List.of("a", "b", "c", "d", "e");

    private static void stories(LongConsumer story) {
        Long one = Long.getLong("divvy.seed");
        long first = one == null ? new Random().nextLong() : one;
        for (long seed = first; seed < first + (one == null ? STORIES : 1); seed++) {
            try {
                story.accept(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("run again with -Ddivvy.seed=" + seed, e);
            }
        }
    }

    /** One death at a time: nothing that was answered is lost, and the memory stays the same. */
    @Test
    void whoeverDiesWhatWasAnsweredIsThere() {
        stories(seed -> {
            Village village = new Village(seed, FIVE);
            Random random = new Random(~seed);
            village.live(2000);
            for (int death = 0; death < 8; death++) {
                List<String> names = village.names();
                String victim = random.nextInt(3) > 0 ? village.keeper() : names.get(random.nextInt(names.size()));
                village.kill(victim);
                village.live(random.nextInt(400));
                village.settle();
                village.checkAgreed();
                village.join(victim + death);
                village.live(500);
                village.settle();
                village.checkAgreed();
            }
            assertThat(village.seen).isPositive();
            assertThat(village.told).as("memories").hasSize(1);
        });
    }

    /** Several deaths at once: what is lost is lost with the memory, so that members notice. */
    @Test
    void whatIsLostIsLostWithItsMemory() {
        stories(seed -> {
            Village village = new Village(seed, FIVE);
            Random random = new Random(~seed);
            village.live(random.nextInt(3000));
            for (int deaths = 2 + random.nextInt(2); deaths > 0; deaths--) {
                village.kill(
                        random.nextBoolean()
                                ? village.keeper()
                                : village.names().get(0));
                village.live(random.nextInt(30));
            }
            village.live(2000);
            village.settle();
            village.checkAgreed();
        });
    }

    /** The larger side goes on, whoever kept its boards; the members of the other come again as others. */
    @Test
    void afterASplitTheLargerSideGoesOn() {
        stories(seed -> {
            Village village = new Village(seed, FIVE);
            Random random = new Random(~seed);
            village.live(4000);
            village.settle();
            List<String> away = random.nextBoolean() ? List.of("a", "b") : List.of("b", "d");
            village.split(away);
            village.live(3000);
            village.settle();
            List<Integer> before =
                    FIVE.stream().map(name -> village.villager(name).ejected).toList();
            village.heal();
            village.live(3000);
            village.settle();
            village.checkAgreed();
            for (int i = 0; i < FIVE.size(); i++) {
                assertThat(village.villager(FIVE.get(i)).ejected - before.get(i))
                        .as("ejections of %s, with %s away", FIVE.get(i), away)
                        .isEqualTo(away.contains(FIVE.get(i)) ? 1 : 0);
            }
        });
    }

    /** While the keeper was paused the others went on without it; now they answer late. */
    @Test
    void aKeeperThatWakesWaitsForTheOthers() {
        stories(seed -> {
            Village village = woken(seed);
            village.stall(Village.COLLECT.plus(Village.COLLECT_MERGED).dividedBy(2));
            village.live(3000);
            village.settle();
            village.checkAgreed();
            assertThat(village.told).as("memories").hasSize(1);
        });
    }

    /** When they answer too late it goes on with what it has, in another memory: members see that something may be missing. */
    @Test
    void aKeeperThatHeardNobodyHasAnotherMemory() {
        stories(seed -> {
            Village village = woken(seed);
            village.stall(Village.COLLECT_MERGED.multipliedBy(2));
            village.live(3000);
            village.settle();
            village.checkAgreed();
            assertThat(village.told).as("memories").hasSize(2);
        });
    }

    private static Village woken(long seed) {
        Village village = new Village(seed, FIVE);
        village.live(4000);
        village.settle();
        village.pause(FIVE.get(0));
        village.live(3000);
        village.settle();
        village.wake(FIVE.get(0));
        return village;
    }
}
