package dev.divvy.boardpeers.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardpeers.Heal;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** Nodes that join, die and are split apart, in random orders from many seeds. */
class MeshNodeTest {

    private static final int SEEDS = 40;
    private static final List<String> FIVE = List.of("a", "b", "c", "d", "e");

    private static void forSeeds(LongConsumer scenario) {
        Long given = Long.getLong("divvy.seed");
        long first = given == null ? new Random().nextLong() : given;
        for (long seed = first; seed < first + (given == null ? SEEDS : 1); seed++) {
            try {
                scenario.accept(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("run again with -Ddivvy.seed=" + seed, e);
            }
        }
    }

    /** One death at a time: nothing that was answered is lost, and the origin stays the same. */
    @Test
    void everythingAnsweredSurvivesTheDeathOfAnyOneNode() {
        forSeeds(seed -> {
            MeshSimulation simulation = new MeshSimulation(seed, FIVE);
            Random random = new Random(~seed);
            simulation.run(2000);
            for (int death = 0; death < 8; death++) {
                List<String> names = simulation.names();
                String victim = random.nextInt(3) > 0 ? simulation.primary() : names.get(random.nextInt(names.size()));
                simulation.kill(victim);
                simulation.run(random.nextInt(400));
                simulation.settle();
                simulation.checkAgreed();
                simulation.names().forEach(name -> {
                    assertThat(simulation.node(name).apartSince)
                            .as("a dead node is no split")
                            .isEmpty();
                    assertThat(simulation.node(name).heals).isEmpty();
                });
                simulation.join(victim + death);
                simulation.run(500);
                simulation.settle();
                simulation.checkAgreed();
            }
            assertThat(simulation.pulses).isPositive();
            assertThat(simulation.highestEpochs).as("origins").hasSize(1);
        });
    }

    /** Several deaths at once: when something is lost the origin changes, so that members notice. */
    @Test
    void whenSomethingIsLostTheOriginChanges() {
        forSeeds(seed -> {
            MeshSimulation simulation = new MeshSimulation(seed, FIVE);
            Random random = new Random(~seed);
            simulation.run(random.nextInt(3000));
            for (int deaths = 2 + random.nextInt(2); deaths > 0; deaths--) {
                simulation.kill(
                        random.nextBoolean()
                                ? simulation.primary()
                                : simulation.names().get(0));
                simulation.run(random.nextInt(30));
            }
            simulation.run(2000);
            simulation.settle();
            simulation.checkAgreed();
        });
    }

    /** The larger side is continued, whichever node is its primary; the members of the other side join as new incarnations. */
    @Test
    void afterASplitTheLargerSideIsContinued() {
        forSeeds(seed -> {
            MeshSimulation simulation = new MeshSimulation(seed, FIVE);
            Random random = new Random(~seed);
            simulation.run(4000);
            simulation.settle();
            List<String> away = random.nextBoolean() ? List.of("a", "b") : List.of("b", "d");
            long splitAt = simulation.now();
            simulation.split(away);
            simulation.run(3000);
            simulation.settle();
            FIVE.forEach(name -> assertThat(simulation.node(name).apartSince.orElseThrow())
                    .as("since when %s was apart", name)
                    .isLessThanOrEqualTo(splitAt));
            List<Integer> before =
                    FIVE.stream().map(name -> simulation.node(name).ejections).toList();
            simulation.heal();
            simulation.run(3000);
            simulation.settle();
            simulation.checkAgreed();
            for (int i = 0; i < FIVE.size(); i++) {
                assertThat(simulation.node(FIVE.get(i)).ejections - before.get(i))
                        .as("ejections of %s, with %s away", FIVE.get(i), away)
                        .isEqualTo(away.contains(FIVE.get(i)) ? 1 : 0);
            }
            checkHealed(simulation, away, splitAt);
        });
    }

    /** Every node is told once which side was continued and which ended, and since when it was apart from the other. */
    private static void checkHealed(MeshSimulation simulation, List<String> losers, long splitAt) {
        Set<List<String>> sides = new HashSet<>();
        for (String name : FIVE) {
            assertThat(simulation.node(name).heals)
                    .as("heals that %s was told of", name)
                    .hasSize(1);
            Heal heal = simulation.node(name).heals.get(0);
            assertThat(heal.lost()).as("%s lost", name).isEqualTo(losers.contains(name));
            assertThat(heal.since()).as("%s", name).isPresent();
            assertThat(heal.since().orElseThrow()).isLessThanOrEqualTo(splitAt);
            assertThat(simulation.node(name).apartSince).isEmpty();
            sides.add(List.of(heal.continued(), String.join(",", heal.absorbed())));
        }
        assertThat(sides).as("the sides as all nodes name them").hasSize(1);
    }

    /** A node that started beside a paused one, and found nobody, loses against it, whatever their ids are and whoever is first. */
    @Test
    void aNewcomerNeverBeatsTheOlderSide() {
        forSeeds(seed -> {
            boolean lowerId = new Random(seed).nextBoolean();
            String old = lowerId ? "b" : "a";
            String newcomer = lowerId ? "a" : "b";
            MeshSimulation simulation = new MeshSimulation(seed, List.of(old));
            simulation.run(200);
            simulation.settle();
            simulation.startApart(newcomer);
            simulation.run(4000);
            simulation.settle();
            int before = simulation.node(old).ejections;
            simulation.heal();
            simulation.run(2000);
            simulation.settle();
            assertThat(simulation.node(old).ejections - before)
                    .as("ejections of the older")
                    .isZero();
            assertThat(simulation.node(newcomer).heals)
                    .singleElement()
                    .matches(Heal::lost)
                    .extracting(Heal::since)
                    .isEqualTo(OptionalLong.empty());
            assertThat(simulation.node(old).heals).singleElement().matches(heal -> !heal.lost());
        });
    }

    /** While the primary was paused the others went on without it; now they reply late. */
    @Test
    void aPrimaryThatResumesWaitsForTheOthers() {
        forSeeds(seed -> {
            MeshSimulation simulation = resumed(seed);
            simulation.stall(MeshSimulation.RECOVERY_TIMEOUT
                    .plus(MeshSimulation.MERGE_TIMEOUT)
                    .dividedBy(2));
            simulation.run(3000);
            simulation.settle();
            simulation.checkAgreed();
            assertThat(simulation.highestEpochs).as("origins").hasSize(1);
        });
    }

    /** When the others reply too late it continues its own copy, with another origin: members see that something may be missing. */
    @Test
    void aPrimaryThatGotNoRepliesHasAnotherOrigin() {
        forSeeds(seed -> {
            MeshSimulation simulation = resumed(seed);
            simulation.stall(MeshSimulation.MERGE_TIMEOUT.multipliedBy(2));
            simulation.run(3000);
            simulation.settle();
            simulation.checkAgreed();
            assertThat(simulation.highestEpochs).as("origins").hasSize(2);
            for (String name : FIVE) {
                assertThat(simulation.node(name).heals)
                        .as("heals that %s was told of, though the primary knew of the other side too late", name)
                        .singleElement()
                        .matches(heal -> heal.lost() == !name.equals(FIVE.get(0)));
            }
        });
    }

    private static MeshSimulation resumed(long seed) {
        MeshSimulation simulation = new MeshSimulation(seed, FIVE);
        simulation.run(4000);
        simulation.settle();
        simulation.pause(FIVE.get(0));
        simulation.run(3000);
        simulation.settle();
        simulation.resume(FIVE.get(0));
        return simulation;
    }
}
