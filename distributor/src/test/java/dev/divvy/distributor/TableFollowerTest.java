package dev.divvy.distributor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.distributor.table.AwaitedRelease;
import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The table of a store in memory as a group, while services with the client hand units over. */
@Timeout(180)
class TableFollowerTest {

    private final MemoryStore store = new MemoryStore();
    private final AtomicLong clock = new AtomicLong();
    private final TableFollower follower =
            new TableFollower(() -> StoreAccess.to(store).distribution().read(), "table", clock::get);
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        release.countDown();
        for (int last = open.size() - 1; last >= 0; last--) {
            open.get(last).close();
        }
    }

    @Test
    void aStoreWithoutATableHasNoVersion() {
        assertThat(TableFollower.of(store, "table").look().version()).isEmpty();
    }

    @Test
    void aUnitIsHandedOverUntilItsFormerOwnerAcknowledges() {
        String[] services = handOver();
        GroupStatus waiting = follower.look();
        assertThat(waiting.handovers()).hasSize(1);
        GroupStatus.Handover handover = waiting.handovers().get(0);
        assertThat(handover.to()).isEqualTo(Optional.of(services[1]));
        assertThat(handover.pieces().count()).isEqualTo(2);
        assertThat(handover.waitingFor())
                .containsExactly(new Releaser(
                        new Incarnation(services[0], 0),
                        waiting.version().orElseThrow().epoch()));
        assertThat(state(waiting, services[1])).isEqualTo(MemberState.WAITING);
        assertThat(state(waiting, services[0])).isEqualTo(MemberState.RUNNING);
        release.countDown();
        Await.until("no handover", () -> follower.look().boardCalm());
        assertThat(follower.look().allocation().orElseThrow())
                .isSameAs(waiting.allocation().orElseThrow());
    }

    @Test
    void aUnitIsHandedOverNoLongerThanTheGraceTime() {
        handOver();
        assertThat(follower.look().boardCalm()).isFalse();
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(follower.look().boardCalm()).isTrue();
    }

    @Test
    void textsThatDivvyDidNotWriteAreAnErrorOfTheStore() {
        for (String text : List.of("no releaser", "five@a:1", "")) {
            TableFollower broken = new TableFollower(
                    () -> {
                        AwaitedRelease.of(text);
                        return StoreAccess.to(store).distribution().read();
                    },
                    "table",
                    clock::get);
            assertThatThrownBy(broken::look)
                    .isInstanceOf(StoreAccessException.class)
                    .hasMessageStartingWith("the table of table cannot be shown: ");
        }
    }

    /** Starts two services, one after the other, of which the first does not release its units; returns their names. */
    private String[] handOver() {
        store.names().add(StoreNames.DEFAULT.units(), List.of("u1", "u2", "u3", "u4"));
        open.add(Distributor.start(
                store,
                DistributorSettings.of("d1")
                        .withPollInterval(Duration.ofMillis(100))
                        .withPing(PingSettings.defaults().withTimeout(Duration.ofSeconds(20)))));
        ServiceClient first = service();
        Await.until("all units at the first", () -> first.units().size() == 4);
        follower.look();
        ServiceClient second = service();
        Await.until("two members", () -> follower.look().members().size() == 2);
        return new String[] {first.name(), second.name()};
    }

    private ServiceClient service() {
        ServiceClient client = ServiceClient.start(
                store,
                ServiceSettings.at("127.0.0.1", 0)
                        .withGrace(Duration.ofSeconds(100))
                        .withoutCutOff(),
                new UnitListener() {
                    @Override
                    public void gained(Unit unit) {}

                    @Override
                    public void lost(Unit unit) {
                        try {
                            release.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                });
        open.add(client);
        return client;
    }

    private static MemberState state(GroupStatus status, String service) {
        return status.members().stream()
                .filter(member -> member.id().equals(service))
                .map(MemberStatus::state)
                .findFirst()
                .orElseThrow();
    }
}
