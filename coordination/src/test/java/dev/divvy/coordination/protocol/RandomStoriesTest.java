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

/** Members that pause, leave, come back and lose requests, on one clock: a quick look at what the simulator looks at closely. */
class RandomStoriesTest {

    private static final int PIECES = 12;
    private static final int STEPS = 150;
    private static final long SEEDS = 60;

    @Test
    void noPieceIsEverWorkedOnByTwoAndInTheEndEveryPieceIsHeld() {
        for (long seed = 0; seed < SEEDS; seed++) {
            new Story(seed).play();
        }
    }

    private static final class Story {

        private final long seed;
        private final Random random;
        private final Table table = new Table(Tokens.sql(PIECES));

        /** Members whose process stands still: they do nothing and hear nothing, and hold as long as their lease runs. */
        private final Map<String, ProtocolAgent> paused = new TreeMap<>();

        Story(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        void play() {
            table.now = random.nextLong() / 4;
            table.lost = request -> random.nextInt(20) == 0;
            table.unanswered = request -> random.nextInt(20) == 0;
            for (int step = 0; step < STEPS; step++) {
                happen("member-" + random.nextInt(4));
                table.runAwake(10 + random.nextInt(500));
                nobodyWorksOnWhatAnotherWorksOn(step);
            }
            table.lost = request -> false;
            table.unanswered = request -> false;
            table.letsGo = true;
            table.agents.putAll(paused);
            table.runAwake(30_000);
            int held = table.agents.keySet().stream().mapToInt(table::held).sum();
            assertThat(held).as("seed %d, pieces held in the end", seed).isEqualTo(anybody() ? PIECES : 0);
        }

        private boolean anybody() {
            return table.agents.values().stream()
                    .anyMatch(
                            agent -> !agent.isGone() && !agent.standing().self().suspended());
        }

        private void happen(String id) {
            ProtocolAgent agent = table.agents.get(id);
            if (agent == null) {
                ProtocolAgent back = paused.remove(id);
                if (back == null) {
                    table.seat(id);
                } else {
                    table.agents.put(id, back);
                }
                return;
            }
            switch (random.nextInt(8)) {
                case 0 -> agent.become(MemberSettings::leave);
                case 1 -> pause(id, agent);
                case 2 -> agent.become(self -> self.withWeight(1 + random.nextInt(3)));
                case 3 -> agent.become(self -> self.suspended(random.nextInt(4) == 0));
                case 4 -> table.letsGo = random.nextBoolean();
                default -> agent.hint();
            }
            if (agent.isGone()) {
                table.agents.remove(id);
            }
        }

        private void pause(String id, ProtocolAgent agent) {
            table.agents.remove(id);
            paused.put(id, agent);
        }

        /** What is being let go of counts: work on it may be in flight until the grace time ends. */
        private void nobodyWorksOnWhatAnotherWorksOn(int step) {
            List<ProtocolAgent> all = new ArrayList<>(table.agents.values());
            all.addAll(paused.values());
            Map<Integer, String> workers = new TreeMap<>();
            for (ProtocolAgent agent : all) {
                ProtocolState standing = agent.standing();
                for (int piece = 0; piece < PIECES; piece++) {
                    if (works(standing, piece)) {
                        assertThat(workers.put(piece, standing.self().id()))
                                .as(
                                        "seed %d, step %d: who works on piece %d beside %s",
                                        seed, step, piece, standing.self())
                                .isNull();
                    }
                }
            }
        }

        private boolean works(ProtocolState standing, int piece) {
            boolean lettingGo = standing.holdings().partings().stream()
                    .anyMatch(parting ->
                            parting.until() > table.now && parting.lost().contains(piece));
            return standing.lease().runsAt(table.now)
                    && (lettingGo || standing.holdings().held().contains(piece));
        }
    }
}
