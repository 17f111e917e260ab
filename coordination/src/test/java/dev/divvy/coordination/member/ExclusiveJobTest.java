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

    private final GroupFixture fixture = GroupFixture.ofTwo("jobs");

    @AfterEach
    void closeAll() {
        fixture.close();
    }

    @Test
    void aJobRunsWhileNoMemberHoldsAnything() throws Exception {
        Membership a = fixture.join("a");
        Membership b = fixture.join("b");
        Soon.running(a, b);
        Hold inFlight = b.hold(b.portion().names().get(0)).orElseThrow();
        CompletableFuture<String> answer = a.runAlone(run -> {
            run.check();
            assertThat(a.portion().isEmpty()).isTrue();
            assertThat(b.portion().isEmpty()).isTrue();
            assertThat(run.fence().epoch()).isGreaterThan(inFlight.fence().epoch());
            return "done";
        });
        Soon.until("b must release", inFlight::stopping);
        inFlight.close();
        assertThat(Soon.get(answer)).isEqualTo("done");
        Soon.until("all is held again", () -> a.portion().count() + b.portion().count() == 2);
    }

    @Test
    void anExceptionOfAJobFailsItsFuture() throws Exception {
        Membership a = fixture.join("a");
        Soon.running(a);
        CompletableFuture<String> answer = a.runAlone(run -> {
            throw new IOException("no disk");
        });
        assertThatThrownBy(() -> Soon.get(answer)).hasRootCauseMessage("no disk");
        CompletableFuture<String> error = a.runAlone(run -> {
            throw new StackOverflowError("deep");
        });
        assertThatThrownBy(() -> Soon.get(error)).hasRootCauseMessage("deep");
        Soon.until("all is held again", () -> a.portion().count() == 2);
    }

    @Test
    void jobsOfSeveralMembersRunOneAfterTheOther() throws Exception {
        List<Membership> members = List.of(fixture.join("a"), fixture.join("b"), fixture.join("c"));
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger together = new AtomicInteger();
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int number = i;
            answers.add(members.get(i % 3).runAlone(run -> {
                together.addAndGet(inside.incrementAndGet() - 1);
                members.forEach(member -> together.addAndGet(member.portion().count()));
                run.check();
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
                () -> members.stream()
                                .mapToInt(member -> member.portion().count())
                                .sum()
                        == 2);
    }

    @Test
    void aJobMayWaitForTheNextOne() throws Exception {
        Membership a = fixture.join("a");
        CompletableFuture<String> both = a.runAlone(run -> "first ")
                .thenApply(first -> first + a.runAlone(run -> "second").join());
        assertThat(Soon.get(both)).isEqualTo("first second");
    }

    @Test
    void aJobEndsWhenItsMemberIsEjected() throws Exception {
        fixture.timed(GroupFixture.SHORT);
        FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
        Membership a = fixture.join("a", faultyBoard);
        Membership b = fixture.join("b");
        Soon.running(a, b);
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> valid = a.runAlone(run -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                return run.valid();
            }
            return true;
        });
        Soon.until(begun);
        faultyBoard.fail();
        Soon.until("b goes on alone", () -> b.portion().count() == 2);
        faultyBoard.recover();
        assertThat(Soon.get(valid)).as("it ended with its right").isFalse();
        Soon.until("a is back", () -> a.portion().count() == 1);
        CompletableFuture<String> next = a.runAlone(run -> "another");
        assertThat(Soon.get(next)).isEqualTo("another");
    }

    @Test
    void aJobThatIsCancelledBeforeItBeganNeverBegins() throws Exception {
        Membership a = fixture.join("a");
        Membership b = fixture.join("b");
        Soon.running(a, b);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Boolean> first = b.runAlone(run -> end.await(30, TimeUnit.SECONDS));
        Soon.until("it is known", () -> a.status().exclusive().isPresent());
        AtomicInteger begun = new AtomicInteger();
        CompletableFuture<Integer> second = a.runAlone(run -> begun.incrementAndGet());
        assertThat(second.cancel(true)).isTrue();
        end.countDown();
        assertThat(Soon.get(first)).isTrue();
        Soon.until("all is held", () -> a.portion().count() + b.portion().count() == 2);
        assertThat(begun).hasValue(0);
    }

    @Test
    void aClosingMemberEndsItsJobAfterTheGraceTimeAndRejectsTheNext() throws Exception {
        Membership a = fixture.join("a");
        Membership b = fixture.join("b");
        Soon.running(a, b);
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> running = a.runAlone(run -> {
            begun.countDown();
            return new CountDownLatch(1).await(30, TimeUnit.SECONDS);
        });
        Incarnation incarnation = a.incarnation().orElseThrow();
        CompletableFuture<String> waiting = a.runAlone(run -> "never");
        Soon.until(begun);
        a.close();
        assertThatThrownBy(() -> Soon.get(running)).hasCauseInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> Soon.get(waiting)).hasMessageContaining("closed before the job began");
        assertThatThrownBy(() -> Soon.get(a.runAlone(run -> "late"))).hasMessageContaining("closed");
        assertThat(fixture.board.remove(incarnation, 0))
                .as("a left in good order")
                .isTrue();
        Soon.until("b goes on", () -> b.portion().count() == 2);
    }

    @Test
    void aJobMayCloseItsMember() throws Exception {
        Membership a = fixture.join("a");
        Membership b = fixture.join("b");
        CompletableFuture<String> answer = a.runAlone(run -> {
            a.close();
            return "closing";
        });
        assertThat(Soon.get(answer)).isEqualTo("closing");
        Soon.until("b goes on", () -> b.portion().count() == 2);
    }
}
