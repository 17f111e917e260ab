package dev.divvy.distributor.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.ping.PingResult;
import dev.divvy.distributor.writer.LiveServices.DenialLimits;
import dev.divvy.distributor.writer.LiveServices.RoundOutcome;
import dev.divvy.distributor.writer.LiveServices.ServiceChange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiveServicesTest {

    private static final PingResult ALIVE = new PingResult(Optional.empty(), Duration.ZERO);
    private static final PingResult DEAD = new PingResult(Optional.of("connection refused"), Duration.ZERO);

    @Test
    void oneFailedPingIsADenialByDefault() {
        LiveServices before = initial(1, "a:1");
        LiveServices after = after(before, Map.of("a:1", DEAD));
        assertThat(after.alive()).isEmpty();
        assertThat(after.changesSince(before))
                .containsExactly(new ServiceChange("a:1", ServiceChange.Kind.DENIED, "connection refused"));
    }

    @Test
    void severalFailuresInARowMayBeRequired() {
        LiveServices one = after(initial(3, "a:1"), Map.of("a:1", DEAD));
        LiveServices two = after(one, Map.of("a:1", DEAD));
        assertThat(two.alive()).containsExactly("a:1");
        assertThat(two.unanswered()).containsExactly("a:1");
        assertThat(after(two, Map.of("a:1", DEAD)).alive()).isEmpty();
        LiveServices answered = after(two, Map.of("a:1", ALIVE));
        assertThat(after(after(answered, Map.of("a:1", DEAD)), Map.of("a:1", DEAD))
                        .alive())
                .containsExactly("a:1");
    }

    @Test
    void failuresWithinOnePollIntervalCountOnce() {
        LiveServices still = after(initial(2, "a:1"), Map.of("a:1", DEAD));
        for (int i = 0; i < 2; i++) {
            still = still.after(new RoundOutcome(Set.of("a:1"), Map.of("a:1", DEAD), false, Optional.empty()));
        }
        assertThat(still.alive()).containsExactly("a:1");
        assertThat(after(still, Map.of("a:1", DEAD)).alive()).isEmpty();
    }

    @Test
    void aDeniedServiceReturnsAfterSoManyAnswersInARow() {
        LiveServices denied = after(initial(1, "a:1"), Map.of("a:1", DEAD));
        LiveServices once = after(denied, Map.of("a:1", ALIVE));
        assertThat(once.alive()).isEmpty();
        assertThat(once.changesSince(denied)).isEmpty();
        LiveServices interrupted = after(once, Map.of("a:1", DEAD));
        assertThat(after(interrupted, Map.of("a:1", ALIVE)).alive()).isEmpty();
        LiveServices back = after(once, Map.of("a:1", ALIVE));
        assertThat(back.changesSince(denied))
                .containsExactly(new ServiceChange("a:1", ServiceChange.Kind.RETURNED, ""));
    }

    @Test
    void aNewServiceThatDoesNotAnswerIsDeniedAtOnce() {
        LiveServices before = initial(3);
        LiveServices after = after(before, Map.of("a:1", DEAD, "b:1", ALIVE));
        assertThat(after.alive()).containsExactly("b:1");
        assertThat(after.changesSince(before))
                .containsExactly(
                        new ServiceChange("a:1", ServiceChange.Kind.DENIED, "connection refused"),
                        new ServiceChange("b:1", ServiceChange.Kind.JOINED, ""));
        assertThat(after(after, Map.of("a:1", DEAD, "b:1", ALIVE)).changesSince(after))
                .isEmpty();
    }

    @Test
    void aServiceThatIsNoLongerRegisteredIsGone() {
        LiveServices before = initial(1, "a:1");
        LiveServices after = after(before, Map.of());
        assertThat(after.alive()).isEmpty();
        assertThat(after.changesSince(before))
                .containsExactly(new ServiceChange("a:1", ServiceChange.Kind.UNREGISTERED, ""));
    }

    @Test
    void aServiceWithoutAResultStaysAsItIs() {
        LiveServices before = after(initial(1, "a:1", "b:1"), Map.of("a:1", DEAD, "b:1", ALIVE));
        LiveServices after =
                before.after(new RoundOutcome(Set.of("a:1", "b:1"), Map.of("b:1", ALIVE), true, Optional.empty()));
        assertThat(after).isEqualTo(before);
    }

    @Test
    void moreThanTheShareThatFailAtOnceAreDeniedOnlyAfterThreeTimesAsManyFailures() {
        String[] ten = IntStream.range(0, 10).mapToObj(i -> "s" + i + ":1").toArray(String[]::new);
        assertThat(after(initial(1, ten), failing(ten, 3)).alive()).hasSize(7);
        LiveServices careful = after(initial(1, ten), failing(ten, 4));
        assertThat(careful.caution()).isTrue();
        assertThat(careful.alive()).hasSize(10);
        assertThat(careful.unanswered()).hasSize(4);
        LiveServices again = after(careful, failing(ten, 4));
        assertThat(again.alive()).hasSize(10);
        assertThat(after(again, failing(ten, 0)).caution()).isFalse();
        assertThat(after(again, failing(ten, 4)).alive()).hasSize(6);
    }

    @Test
    void oneOfFewServicesMayAlwaysBeDenied() {
        assertThat(after(initial(1, "a:1", "b:1"), Map.of("a:1", DEAD, "b:1", ALIVE))
                        .alive())
                .containsExactly("b:1");
    }

    @Test
    void servicesThatMayNotJoinYetWait() {
        Optional<String> full = Optional.of("waits, because 100 units moved within the last minute");
        LiveServices before = initial(1, "a:1");
        LiveServices waiting =
                before.after(new RoundOutcome(Set.of("a:1", "b:1"), Map.of("a:1", ALIVE, "b:1", ALIVE), true, full));
        assertThat(waiting.alive()).containsExactly("a:1");
        assertThat(waiting.changesSince(before)).as("it is not denied").isEmpty();
        assertThat(Objects.requireNonNull(waiting.services().get("b:1")).reason())
                .isEqualTo(full);
        assertThat(after(waiting, Map.of("a:1", ALIVE, "b:1", ALIVE)).alive()).containsExactly("a:1", "b:1");
    }

    private static LiveServices initial(int failuresToDeny, String... services) {
        return LiveServices.initial(new DenialLimits(failuresToDeny, 30, 2), List.of(services));
    }

    private static LiveServices after(LiveServices before, Map<String, PingResult> results) {
        return before.after(new RoundOutcome(results.keySet(), results, true, Optional.empty()));
    }

    private static Map<String, PingResult> failing(String[] services, int count) {
        Map<String, PingResult> results = new TreeMap<>();
        for (int i = 0; i < services.length; i++) {
            results.put(services[i], i < count ? DEAD : ALIVE);
        }
        return results;
    }
}
