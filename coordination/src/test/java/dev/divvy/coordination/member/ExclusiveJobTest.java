package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExclusiveJobTest {

    private final Stage stage = Stage.ofTwo("jobs");

    @AfterEach
    void everybodyGoes() {
        stage.close();
    }

    @Test
    void aJobRunsWhileNobodyHoldsAnything() throws Exception {
        Membership a = stage.join("a");
        Membership b = stage.join("b");
        Soon.running(a, b);
        Hold inFlight = b.hold(b.portion().names().get(0)).orElseThrow();
        CompletableFuture<String> answer = a.runAlone(alone -> {
            alone.check();
            assertThat(a.portion().isEmpty()).isTrue();
            assertThat(b.portion().isEmpty()).isTrue();
            assertThat(alone.fence().epoch()).isGreaterThan(inFlight.fence().epoch());
            return "done";
        });
        Soon.until("b must let go", inFlight::stopping);
        inFlight.close();
        assertThat(Soon.get(answer)).isEqualTo("done");
        Soon.until("all is held again", () -> a.portion().count() + b.portion().count() == 2);
    }

    @Test
    void whatAJobThrowsIsPassedOn() throws Exception {
        Membership a = stage.join("a");
        Soon.running(a);
        CompletableFuture<String> answer = a.runAlone(alone -> {
            throw new IOException("no disk");
        });
        assertThatThrownBy(() -> Soon.get(answer)).hasRootCauseMessage("no disk");
        CompletableFuture<String> error = a.runAlone(alone -> {
            throw new StackOverflowError("deep");
        });
        assertThatThrownBy(() -> Soon.get(error)).hasRootCauseMessage("deep");
        Soon.until("all is held again", () -> a.portion().count() == 2);
    }

    @Test
    void jobsOfSeveralMembersRunOneAfterTheOther() throws Exception {
        List<Membership> members = List.of(stage.join("a"), stage.join("b"), stage.join("c"));
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger together = new AtomicInteger();
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int number = i;
            answers.add(members.get(i % 3).runAlone(alone -> {
                together.addAndGet(inside.incrementAndGet() - 1);
                members.forEach(member -> together.addAndGet(member.portion().count()));
                alone.check();
                inside.decrementAndGet();
                return number;
            }));
        }
        for (int i = 0; i < 6; i++) {
            assertThat(Soon.get(answers.get(i))).isEqualTo(i);
        }
        assertThat(together).hasValue(0);
        Soon.until(
                "all is held again",
                () -> members.stream().mapToInt(one -> one.portion().count()).sum() == 2);
    }

    @Test
    void aJobMayWaitForTheNextOne() throws Exception {
        Membership a = stage.join("a");
        CompletableFuture<String> both = a.runAlone(alone -> "first ")
                .thenApply(first -> first + a.runAlone(alone -> "second").join());
        assertThat(Soon.get(both)).isEqualTo("first second");
    }

    @Test
    void aJobEndsWhenItsMemberIsTakenOff() throws Exception {
        stage.timed(Stage.SHORT);
        MoodyBoard way = new MoodyBoard(stage.board);
        Membership a = stage.join("a", way);
        Membership b = stage.join("b");
        Soon.running(a, b);
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> valid = a.runAlone(alone -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                return alone.valid();
            }
            return true;
        });
        Soon.until(begun);
        way.isAway();
        Soon.until("b goes on alone", () -> b.portion().count() == 2);
        way.answers();
        assertThat(Soon.get(valid)).as("it ended with its right").isFalse();
        Soon.until("a is back", () -> a.portion().count() == 1);
        CompletableFuture<String> next = a.runAlone(alone -> "another");
        assertThat(Soon.get(next)).isEqualTo("another");
    }

    @Test
    void aJobThatIsCancelledBeforeItBeganNeverBegins() throws Exception {
        Membership a = stage.join("a");
        Membership b = stage.join("b");
        Soon.running(a, b);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Boolean> first = b.runAlone(alone -> end.await(30, TimeUnit.SECONDS));
        Soon.until("it is known", () -> a.status().exclusive().isPresent());
        AtomicInteger begun = new AtomicInteger();
        CompletableFuture<Integer> second = a.runAlone(alone -> begun.incrementAndGet());
        assertThat(second.cancel(true)).isTrue();
        end.countDown();
        assertThat(Soon.get(first)).isTrue();
        Soon.until("all is held", () -> a.portion().count() + b.portion().count() == 2);
        assertThat(begun).hasValue(0);
    }

    @Test
    void whoClosesEndsItsJobAfterTheGraceTimeAndRefusesTheNext() throws Exception {
        Membership a = stage.join("a");
        Membership b = stage.join("b");
        Soon.running(a, b);
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> running = a.runAlone(alone -> {
            begun.countDown();
            return new CountDownLatch(1).await(30, TimeUnit.SECONDS);
        });
        Incarnation life = a.life().orElseThrow();
        CompletableFuture<String> waiting = a.runAlone(alone -> "never");
        Soon.until(begun);
        a.close();
        assertThatThrownBy(() -> Soon.get(running)).hasCauseInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> Soon.get(waiting)).hasMessageContaining("closed before the job began");
        assertThatThrownBy(() -> Soon.get(a.runAlone(alone -> "late"))).hasMessageContaining("closed");
        assertThat(stage.board.remove(life, 0)).as("a left in good order").isTrue();
        Soon.until("b goes on", () -> b.portion().count() == 2);
    }

    @Test
    void aJobMayCloseItsMember() throws Exception {
        Membership a = stage.join("a");
        Membership b = stage.join("b");
        CompletableFuture<String> answer = a.runAlone(alone -> {
            a.close();
            return "closing";
        });
        assertThat(Soon.get(answer)).isEqualTo("closing");
        Soon.until("b goes on", () -> b.portion().count() == 2);
    }
}
