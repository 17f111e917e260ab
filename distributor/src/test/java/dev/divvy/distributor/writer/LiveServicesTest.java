package dev.divvy.distributor.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.ping.PingResult;
import dev.divvy.distributor.writer.LiveServices.News;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LiveServicesTest {

    private static final PingResult ALIVE = new PingResult(Optional.empty(), Duration.ZERO);
    private static final PingResult DEAD = new PingResult(Optional.of("connection refused"), Duration.ZERO);

    @Test
    void oneFailedPingIsADenialByDefault() {
        LiveServices before = LiveServices.begin(1, Set.of("a:1"));
        LiveServices after = before.after(Map.of("a:1", DEAD), true);
        assertThat(after.present()).isEmpty();
        assertThat(after.since(before)).containsExactly(new News("a:1", News.Kind.DENIED, "connection refused"));
    }

    @Test
    void severalFailuresInARowMayBeAskedFor() {
        LiveServices one = LiveServices.begin(3, Set.of("a:1")).after(Map.of("a:1", DEAD), true);
        LiveServices two = one.after(Map.of("a:1", DEAD), true);
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
        LiveServices once = LiveServices.begin(2, Set.of("a:1")).after(Map.of("a:1", DEAD), true);
        LiveServices still = once.after(Map.of("a:1", DEAD), false).after(Map.of("a:1", DEAD), false);
        assertThat(still.present()).containsExactly("a:1");
        assertThat(still.after(Map.of("a:1", DEAD), true).present()).isEmpty();
    }

    @Test
    void whoReturnsIsTakenUpAtItsFirstAnswer() {
        LiveServices denied = LiveServices.begin(2, Set.of("a:1"))
                .after(Map.of("a:1", DEAD), true)
                .after(Map.of("a:1", DEAD), true);
        LiveServices back = denied.after(Map.of("a:1", ALIVE), true);
        assertThat(back.since(denied)).containsExactly(new News("a:1", News.Kind.RETURNED, ""));
    }

    @Test
    void whoIsNewAndDoesNotAnswerIsDeniedAtOnce() {
        LiveServices before = LiveServices.begin(3, Set.of());
        LiveServices after = before.after(Map.of("a:1", DEAD, "b:1", ALIVE), true);
        assertThat(after.present()).containsExactly("b:1");
        assertThat(after.since(before))
                .containsExactly(
                        new News("a:1", News.Kind.DENIED, "connection refused"), new News("b:1", News.Kind.CAME, ""));
        assertThat(after.after(Map.of("a:1", DEAD, "b:1", ALIVE), true).since(after))
                .isEmpty();
    }

    @Test
    void whoIsNotRegisteredAnyMoreIsGone() {
        LiveServices before = LiveServices.begin(1, Set.of("a:1"));
        LiveServices after = before.after(Map.of(), true);
        assertThat(after.present()).isEmpty();
        assertThat(after.since(before)).containsExactly(new News("a:1", News.Kind.WITHDRAWN, ""));
    }
}
