package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.process.TestProcess;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A network that falls apart in two: both sides serve, and when it heals there is one history again. */
@Timeout(180)
class SplitTest {

    /** The keeper is alone on its side, so the others go on without it, and are more when they meet again. */
    @Test
    void bothSidesServeAndHealIntoOneHistory() throws Exception {
        try (TwoRooms rooms = TwoRooms.open();
                Troupe troupe = new Troupe(rooms, List.of("b", "a", "a"))) {
            Stream.of(0, 1, 2).forEach(troupe::start);
            troupe.awaitShared(3);
            rooms.split();
            troupe.awaitAllHeldBy(List.of(0));
            troupe.awaitAllHeldBy(List.of(1, 2));
            long alone = epoch(troupe.player(0));
            long together = epoch(troupe.player(1));
            long life = life(troupe.player(0));
            List<Long> winners = List.of(life(troupe.player(1)), life(troupe.player(2)));
            rooms.heal();
            troupe.awaitShared(3);
            Await.until(
                    "all tell the same history",
                    () -> Stream.of(0, 1, 2)
                                    .map(index -> last(troupe.player(index), "epoch "))
                                    .distinct()
                                    .count()
                            == 1);
            assertThat(epoch(troupe.player(0))).isGreaterThan(Math.max(alone, together));
            assertThat(life(troupe.player(0))).as("it came back as another").isGreaterThan(life);
            assertThat(List.of(life(troupe.player(1)), life(troupe.player(2)))).isEqualTo(winners);
        }
    }

    private static long epoch(TestProcess player) {
        return Long.parseLong(last(player, "epoch ").split(" ", -1)[0]);
    }

    private static long life(TestProcess player) {
        return Long.parseLong(last(player, "life "));
    }

    private static String last(TestProcess player, String beginning) {
        int before = player.said(beginning).size();
        player.tell("tell");
        List<String> said = player.awaitSaid(beginning, before + 1);
        return said.get(said.size() - 1);
    }
}
