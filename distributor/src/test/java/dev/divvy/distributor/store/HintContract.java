package dev.divvy.distributor.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.coordination.Subscription;
import dev.divvy.testservers.Await;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** The contract of a store that gives hints. A hint may come without a change, so each change is made several times. */
interface HintContract extends StoreContractFixture {

    int TIMES = 4;

    @Test
    default void aListenerOfTheListsIsCalledWhenNamesAreAddedAndRemoved() throws InterruptedException {
        assumeTrue(hints(), "this store does not hint");
        AtomicInteger hints = new AtomicInteger();
        Subscription open = another().names().onChange(hints::incrementAndGet);
        expectHints(hints, i -> store().names().add(namespace(), List.of("n" + i)));
        expectHints(hints, i -> store().names().remove(namespace(), List.of("n" + i)));
        open.close();
    }

    @Test
    default void aListenerOfTheTableIsCalledWhenItChanges() throws InterruptedException {
        assumeTrue(hints(), "this store does not hint");
        TestWriter writer = writer("w");
        AtomicInteger hints = new AtomicInteger();
        Subscription open = another().assignments().onChange(hints::incrementAndGet);
        expectHints(
                hints,
                i -> assertThat(writer.replace(Changes.to(read(), Map.of("a", "u" + i))))
                        .isTrue());
        open.close();
    }

    @Test
    default void aClosedSubscriptionIsNotCalled() throws InterruptedException {
        assumeTrue(hints(), "this store does not hint");
        AtomicInteger closed = new AtomicInteger();
        AtomicInteger open = new AtomicInteger();
        Subscription first = another().names().onChange(closed::incrementAndGet);
        Subscription second = another().names().onChange(open::incrementAndGet);
        expectHints(open, i -> store().names().add(namespace(), List.of("before" + i)));
        first.close();
        // A hint on its way may still arrive; a later hint at the other subscription shows that it has.
        expectHints(open, i -> store().names().add(namespace(), List.of("meanwhile" + i)));
        int before = closed.get();
        expectHints(open, i -> store().names().add(namespace(), List.of("after" + i)));
        assertThat(closed.get()).isEqualTo(before);
        second.close();
    }

    private static void expectHints(AtomicInteger hints, IntConsumer change) throws InterruptedException {
        for (int i = 1; i <= TIMES; i++) {
            int before = hints.get();
            change.accept(i);
            Await.until("change " + i + " caused a hint", () -> hints.get() > before);
        }
    }
}
