package dev.divvy.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.MemberSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Members that pause, leave, come back and lose requests, on one clock: a quick version of the simulator's checks. */
class RandomScenarioTest {

    private static final int PIECES = 12;
    private static final int STEPS = 150;
    private static final long SEEDS = 60;

    @Test
    void noPieceIsEverWorkedOnByTwoMembersAndInTheEndEveryPieceIsHeld() {
        for (long seed = 0; seed < SEEDS; seed++) {
            new Run(seed).play();
        }
    }

    private static final class Run {

        private final long seed;
        private final Random random;
        private final ManualCluster cluster = new ManualCluster(Tokens.sql(PIECES));

        /** Members whose process is paused: they do nothing and receive nothing, and hold pieces until their lease ends. */
        private final Map<String, ProtocolAgent> paused = new TreeMap<>();

        Run(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        void play() {
            cluster.now = random.nextLong() / 4;
            cluster.lost = request -> random.nextInt(20) == 0;
            cluster.unanswered = request -> random.nextInt(20) == 0;
            for (int step = 0; step < STEPS; step++) {
                act("member-" + random.nextInt(4));
                cluster.runAwake(10 + random.nextInt(500));
                checkThatNoPieceHasTwoWorkers(step);
            }
            cluster.lost = request -> false;
            cluster.unanswered = request -> false;
            cluster.releasesAtOnce = true;
            cluster.agents.putAll(paused);
            cluster.runAwake(30_000);
            int held = cluster.agents.keySet().stream().mapToInt(cluster::held).sum();
            assertThat(held).as("seed %d, pieces held in the end", seed).isEqualTo(anyEligible() ? PIECES : 0);
        }

        private boolean anyEligible() {
            return cluster.agents.values().stream()
                    .anyMatch(agent -> !agent.isGone() && !agent.state().self().suspended());
        }

        private void act(String id) {
            ProtocolAgent agent = cluster.agents.get(id);
            if (agent == null) {
                ProtocolAgent back = paused.remove(id);
                if (back == null) {
                    cluster.start(id);
                } else {
                    cluster.agents.put(id, back);
                }
                return;
            }
            switch (random.nextInt(8)) {
                case 0 -> agent.reconfigure(MemberSettings::leave);
                case 1 -> pause(id, agent);
                case 2 -> agent.reconfigure(self -> self.withWeight(1 + random.nextInt(3)));
                case 3 -> agent.reconfigure(self -> self.suspended(random.nextInt(4) == 0));
                case 4 -> cluster.releasesAtOnce = random.nextBoolean();
                default -> agent.hint();
            }
            if (agent.isGone()) {
                cluster.agents.remove(id);
            }
        }

        private void pause(String id, ProtocolAgent agent) {
            cluster.agents.remove(id);
            paused.put(id, agent);
        }

        /** Pieces that are being released count: work on them may be in flight until the grace time ends. */
        private void checkThatNoPieceHasTwoWorkers(int step) {
            List<ProtocolAgent> all = new ArrayList<>(cluster.agents.values());
            all.addAll(paused.values());
            Map<Integer, String> workers = new TreeMap<>();
            for (ProtocolAgent agent : all) {
                ProtocolState state = agent.state();
                for (int piece = 0; piece < PIECES; piece++) {
                    if (works(state, piece)) {
                        assertThat(workers.put(piece, state.self().id()))
                                .as(
                                        "seed %d, step %d: other worker of piece %d beside %s",
                                        seed, step, piece, state.self())
                                .isNull();
                    }
                }
            }
        }

        private boolean works(ProtocolState state, int piece) {
            boolean releasing = state.holdings().pendingReleases().stream()
                    .anyMatch(release ->
                            release.until() > cluster.now && release.lost().contains(piece));
            return state.lease().runsAt(cluster.now)
                    && (releasing || state.holdings().held().contains(piece));
        }
    }
}
