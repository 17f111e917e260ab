package dev.divvy.outbox.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Fence;
import dev.divvy.outbox.event.Payload;
import dev.divvy.outbox.table.CrashMark;
import dev.divvy.outbox.table.EntityKey;
import dev.divvy.outbox.table.EventRow;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueueRoutingTest {

    private final WorkerQueue first = new WorkerQueue(1000);
    private final WorkerQueue second = new WorkerQueue(1000);
    private final QueueRouting routes = new QueueRouting(List.of(first, second), 3, new Takeovers(1000));

    private static EventRow row(long id, int hash) {
        return row(id, hash, 0);
    }

    private static EventRow row(long id, int hash, long length) {
        return new EventRow(
                id,
                new EntityKey("Order", "o" + hash),
                hash,
                new Fence("a", 1),
                "",
                "",
                length,
                Payload.EMPTY,
                0,
                0,
                false,
                false,
                Instant.EPOCH,
                0,
                CrashMark.NONE,
                EventRow.Care.USUAL);
    }

    private void offer(long id, int hash) {
        assertThat(routes.of(hash).offer(row(id, hash))).isEqualTo(WorkerQueue.Offer.TAKEN);
    }

    @Test
    void newHashesGoToTheLeastLoadedQueue() {
        for (int i = 0; i < 100; i++) {
            offer(i, 1);
        }
        IntStream.range(0, 100).forEach(i -> offer(100 + i, 2 + i));
        assertThat(second.load()).isEqualTo(100);
        IntStream.range(0, 10).forEach(i -> offer(200 + i, 200 + i));
        assertThat(first.load()).isEqualTo(105);
    }

    @Test
    void aHashStaysWithTheQueueThatUsesIt() throws Exception {
        offer(1, 7);
        List<EventRow> taken = first.take(10, 1000);
        offer(2, 8);
        offer(3, 9);
        routes.beginScan();
        assertThat(routes.of(7)).as("its row is with the worker").isSameAs(first);
        first.suspect(taken);
        routes.beginScan();
        routes.beginScan();
        routes.beginScan();
        assertThat(routes.of(7)).as("it is to be handled alone").isSameAs(first);
    }

    @Test
    void anUnusedHashIsRoutedAgainAfterAReadThatFindsTooManyRoutes() throws Exception {
        offer(1, 7);
        first.completed(first.take(10, 1000));
        first.offer(row(2, 1));
        assertThat(routes.of(7)).as("an old page may still show it").isSameAs(first);
        routes.beginRead();
        assertThat(routes.of(7)).as("there are few").isSameAs(first);
        IntStream.range(20, 30).forEach(routes::of);
        routes.beginRead();
        assertThat(routes.of(7)).isSameAs(second);
    }

    @Test
    void aQueueThatIsFullOfBytesGetsNoNewHashes() {
        first.offer(row(1, 1, 5 * 1024 * 1024));
        offer(2, 2);
        offer(3, 3);
        assertThat(first.load()).isEqualTo(1);
        assertThat(second.load()).isEqualTo(2);
    }
}
