package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.TwoNetworks;
import dev.divvy.testservers.process.TestProcess;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A network that splits in two: both sides serve, and when it heals there is one history again. */
@Timeout(180)
class SplitTest {

    /** The primary is alone on its side: the others go on without it, and are the larger side when the split heals. */
    @Test
    void bothSidesServeAndHealIntoOneHistory() throws Exception {
        try (TwoNetworks networks = TwoNetworks.open();
                MeshProcesses processes = new MeshProcesses(networks, List.of("b", "a", "a"))) {
            Stream.of(0, 1, 2).forEach(processes::start);
            processes.awaitShared(3);
            networks.split();
            processes.awaitAllHeldBy(List.of(0));
            processes.awaitAllHeldBy(List.of(1, 2));
            long alone = epoch(processes.process(0));
            long together = epoch(processes.process(1));
            long before = incarnation(processes.process(0));
            List<Long> winners = List.of(incarnation(processes.process(1)), incarnation(processes.process(2)));
            networks.heal();
            processes.awaitShared(3);
            Await.until(
                    "all report the same history",
                    () -> Stream.of(0, 1, 2)
                                    .map(index -> last(processes.process(index), "epoch "))
                                    .distinct()
                                    .count()
                            == 1);
            assertThat(epoch(processes.process(0))).isGreaterThan(Math.max(alone, together));
            assertThat(incarnation(processes.process(0)))
                    .as("the incarnation after the split")
                    .isGreaterThan(before);
            assertThat(List.of(incarnation(processes.process(1)), incarnation(processes.process(2))))
                    .isEqualTo(winners);
            for (int index = 0; index < 3; index++) {
                assertThat(processes.process(index).awaitOutput("heal ", 1))
                        .as("what p%d is told of the heal", index)
                        .singleElement()
                        .asString()
                        .startsWith(index == 0 ? "lost " : "won ")
                        .contains("since=OptionalLong[");
            }
        }
    }

    private static long epoch(TestProcess process) {
        return Long.parseLong(last(process, "epoch ").split(" ", -1)[0]);
    }

    private static long incarnation(TestProcess process) {
        return Long.parseLong(last(process, "incarnation "));
    }

    private static String last(TestProcess process, String prefix) {
        int before = process.output(prefix).size();
        process.send("report");
        List<String> lines = process.awaitOutput(prefix, before + 1);
        return lines.get(lines.size() - 1);
    }
}
