package dev.divvy.console.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.plan.Change;
import dev.divvy.console.SampleGroup;
import dev.divvy.console.view.LaneMark;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaneLogTest {

    private final SampleGroup group = SampleGroup.ofTokens(60, "n1", "n2");
    private final LaneLog log = new LaneLog();

    @Test
    void aHandoverIsLettingGoOnOneLaneAndWaitingOnTheOther() {
        assertThat(log.see(group.snapshot(), 1))
                .containsExactly(new LaneMark(1, "n1", "holds", 30), new LaneMark(1, "n2", "holds", 30));
        assertThat(log.see(group.snapshot(), 2)).isEmpty();
        group.change(new Change.Join(Member.of("n3")));
        group.acknowledged.put("n1", 1L);
        assertThat(log.see(group.snapshot(), 3))
                .containsExactly(
                        new LaneMark(3, "n1", "releasing", 10),
                        new LaneMark(3, "n2", "holds", 20),
                        new LaneMark(3, "n3", "waiting", 10));
        group.acknowledged.clear();
        assertThat(log.see(group.snapshot(), 4))
                .containsExactly(new LaneMark(4, "n1", "holds", 20), new LaneMark(4, "n3", "holds", 20));
    }

    @Test
    void aSilentMemberIsMarkedBeforeItIsEjected() {
        log.see(group.snapshot(), 1);
        group.beatAges.put("n2", Duration.ofMillis(1_100));
        assertThat(log.see(group.snapshot(), 2)).containsExactly(new LaneMark(2, "n2", "silent", 30));
        group.change(new Change.Leave("n2"));
        assertThat(log.see(group.snapshot(), 3))
                .containsExactly(new LaneMark(3, "n1", "holds", 60), new LaneMark(3, "n2", "absent", 0));
        assertThat(log.see(group.snapshot(), 4)).isEmpty();
    }

    @Test
    void refusedEffectsAreMomentsAndARestartCountsFromZero() {
        log.see(group.snapshot(), 1);
        assertThat(log.see(group.snapshot(Map.of("n2", 3L)), 2)).containsExactly(new LaneMark(2, "n2", "refused", 3));
        assertThat(log.see(group.snapshot(Map.of("n2", 3L)), 3)).isEmpty();
        assertThat(log.see(group.snapshot(Map.of("n2", 1L)), 4)).isEmpty();
        assertThat(log.see(group.snapshot(Map.of("n2", 2L)), 5)).containsExactly(new LaneMark(5, "n2", "refused", 1));
    }

    @Test
    void aMemberWhoseLastChangeIsLongAgoKeepsItsState() {
        log.see(group.snapshot(), 1);
        for (int i = 1; i <= 3_000; i++) {
            log.see(group.snapshot(Map.of("n1", (long) i)), i);
        }
        assertThat(log.marks())
                .hasSize(1_024 + 2)
                .contains(new LaneMark(1, "n1", "holds", 30), new LaneMark(1, "n2", "holds", 30))
                .last()
                .isEqualTo(new LaneMark(3_000, "n1", "refused", 1));
    }
}
