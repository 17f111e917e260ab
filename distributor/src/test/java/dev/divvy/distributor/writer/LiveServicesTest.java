package dev.divvy.distributor.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.ping.PingResult;
import dev.divvy.distributor.writer.LiveServices.ServiceChange;
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
        LiveServices before = LiveServices.initial(1, Set.of("a:1"));
        LiveServices after = before.after(Map.of("a:1", DEAD), true);
        assertThat(after.alive()).isEmpty();
        assertThat(after.changesSince(before))
                .containsExactly(new ServiceChange("a:1", ServiceChange.Kind.DENIED, "connection refused"));
    }

    @Test
    void severalFailuresInARowMayBeRequired() {
        LiveServices one = LiveServices.initial(3, Set.of("a:1")).after(Map.of("a:1", DEAD), true);
        LiveServices two = one.after(Map.of("a:1", DEAD), true);
        assertThat(two.alive()).containsExactly("a:1");
        assertThat(two.after(Map.of("a:1", DEAD), true).alive()).isEmpty();
        assertThat(two.after(Map.of("a:1", ALIVE), true)
                        .after(Map.of("a:1", DEAD), true)
                        .after(Map.of("a:1", DEAD), true)
                        .alive())
                .containsExactly("a:1");
    }

    @Test
    void failuresWithinOnePollIntervalCountOnce() {
        LiveServices once = LiveServices.initial(2, Set.of("a:1")).after(Map.of("a:1", DEAD), true);
        LiveServices still = once.after(Map.of("a:1", DEAD), false).after(Map.of("a:1", DEAD), false);
        assertThat(still.alive()).containsExactly("a:1");
        assertThat(still.after(Map.of("a:1", DEAD), true).alive()).isEmpty();
    }

    @Test
    void aDeniedServiceReturnsWithItsFirstAnswer() {
        LiveServices denied = LiveServices.initial(2, Set.of("a:1"))
                .after(Map.of("a:1", DEAD), true)
                .after(Map.of("a:1", DEAD), true);
        LiveServices back = denied.after(Map.of("a:1", ALIVE), true);
        assertThat(back.changesSince(denied))
                .containsExactly(new ServiceChange("a:1", ServiceChange.Kind.RETURNED, ""));
    }

    @Test
    void aNewServiceThatDoesNotAnswerIsDeniedAtOnce() {
        LiveServices before = LiveServices.initial(3, Set.of());
        LiveServices after = before.after(Map.of("a:1", DEAD, "b:1", ALIVE), true);
        assertThat(after.alive()).containsExactly("b:1");
        assertThat(after.changesSince(before))
                .containsExactly(
                        new ServiceChange("a:1", ServiceChange.Kind.DENIED, "connection refused"),
                        new ServiceChange("b:1", ServiceChange.Kind.JOINED, ""));
        assertThat(after.after(Map.of("a:1", DEAD, "b:1", ALIVE), true).changesSince(after))
                .isEmpty();
    }

    @Test
    void aServiceThatIsNoLongerRegisteredIsGone() {
        LiveServices before = LiveServices.initial(1, Set.of("a:1"));
        LiveServices after = before.after(Map.of(), true);
        assertThat(after.alive()).isEmpty();
        assertThat(after.changesSince(before))
                .containsExactly(new ServiceChange("a:1", ServiceChange.Kind.UNREGISTERED, ""));
    }
}
