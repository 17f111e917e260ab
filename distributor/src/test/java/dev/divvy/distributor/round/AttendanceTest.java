package dev.divvy.distributor.round;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.ping.Answer;
import dev.divvy.distributor.round.Attendance.News;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AttendanceTest {

    private static final Answer ALIVE = new Answer(Optional.empty(), Duration.ZERO);
    private static final Answer DEAD = new Answer(Optional.of("connection refused"), Duration.ZERO);

    @Test
    void oneFailedPingIsADenialByDefault() {
        Attendance before = Attendance.begin(1, Set.of("a:1"));
        Attendance after = before.after(Map.of("a:1", DEAD), true);
        assertThat(after.present()).isEmpty();
        assertThat(after.since(before)).containsExactly(new News("a:1", News.Kind.DENIED, "connection refused"));
    }

    @Test
    void severalFailuresInARowMayBeAskedFor() {
        Attendance one = Attendance.begin(3, Set.of("a:1")).after(Map.of("a:1", DEAD), true);
        Attendance two = one.after(Map.of("a:1", DEAD), true);
        assertThat(two.present()).containsExactly("a:1");
        assertThat(two.after(Map.of("a:1", DEAD), true).present()).isEmpty();
        assertThat(two.after(Map.of("a:1", ALIVE), true)
                        .after(Map.of("a:1", DEAD), true)
                        .after(Map.of("a:1", DEAD), true)
                        .present())
                .containsExactly("a:1");
    }

    @Test
    void failuresOfOnePollIntervalAreOne() {
        Attendance once = Attendance.begin(2, Set.of("a:1")).after(Map.of("a:1", DEAD), true);
        Attendance still = once.after(Map.of("a:1", DEAD), false).after(Map.of("a:1", DEAD), false);
        assertThat(still.present()).containsExactly("a:1");
        assertThat(still.after(Map.of("a:1", DEAD), true).present()).isEmpty();
    }

    @Test
    void whoReturnsIsTakenUpAtItsFirstAnswer() {
        Attendance denied = Attendance.begin(2, Set.of("a:1"))
                .after(Map.of("a:1", DEAD), true)
                .after(Map.of("a:1", DEAD), true);
        Attendance back = denied.after(Map.of("a:1", ALIVE), true);
        assertThat(back.since(denied)).containsExactly(new News("a:1", News.Kind.RETURNED, ""));
    }

    @Test
    void whoIsNewAndDoesNotAnswerIsDeniedAtOnce() {
        Attendance before = Attendance.begin(3, Set.of());
        Attendance after = before.after(Map.of("a:1", DEAD, "b:1", ALIVE), true);
        assertThat(after.present()).containsExactly("b:1");
        assertThat(after.since(before))
                .containsExactly(
                        new News("a:1", News.Kind.DENIED, "connection refused"), new News("b:1", News.Kind.CAME, ""));
        assertThat(after.after(Map.of("a:1", DEAD, "b:1", ALIVE), true).since(after))
                .isEmpty();
    }

    @Test
    void whoIsNotRegisteredAnyMoreIsGone() {
        Attendance before = Attendance.begin(1, Set.of("a:1"));
        Attendance after = before.after(Map.of(), true);
        assertThat(after.present()).isEmpty();
        assertThat(after.since(before)).containsExactly(new News("a:1", News.Kind.WITHDRAWN, ""));
    }
}
