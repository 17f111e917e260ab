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

/** Hints, where the store gives any. One may come without reason, so each change is made several times. */
interface HintDuties extends StoreSetting {

    int TIMES = 4;

    @Test
    default void whoListensToTheListsHearsOfNamesThatComeAndGo() throws InterruptedException {
        assumeTrue(hints(), "this store does not hint");
        AtomicInteger heard = new AtomicInteger();
        Subscription open = another().names().onChange(heard::incrementAndGet);
        eachIsHeard(heard, i -> store().names().add(namespace(), List.of("n" + i)));
        eachIsHeard(heard, i -> store().names().remove(namespace(), List.of("n" + i)));
        open.close();
    }

    @Test
    default void whoListensToTheTableHearsOfItsChanges() throws InterruptedException {
        assumeTrue(hints(), "this store does not hint");
        TestWriter writer = writer("w");
        AtomicInteger heard = new AtomicInteger();
        Subscription open = another().assignments().onChange(heard::incrementAndGet);
        eachIsHeard(
                heard,
                i -> assertThat(writer.replace(Changes.to(read(), Map.of("a", "u" + i))))
                        .isTrue());
        open.close();
    }

    @Test
    default void whoClosedItsSubscriptionHearsNoMore() throws InterruptedException {
        assumeTrue(hints(), "this store does not hint");
        AtomicInteger closed = new AtomicInteger();
        AtomicInteger open = new AtomicInteger();
        Subscription first = another().names().onChange(closed::incrementAndGet);
        Subscription second = another().names().onChange(open::incrementAndGet);
        eachIsHeard(open, i -> store().names().add(namespace(), List.of("before" + i)));
        first.close();
        // A hint that was on its way may still come; when a later one was heard it has.
        eachIsHeard(open, i -> store().names().add(namespace(), List.of("meanwhile" + i)));
        int before = closed.get();
        eachIsHeard(open, i -> store().names().add(namespace(), List.of("after" + i)));
        assertThat(closed.get()).isEqualTo(before);
        second.close();
    }

    private static void eachIsHeard(AtomicInteger heard, IntConsumer change) throws InterruptedException {
        for (int i = 1; i <= TIMES; i++) {
            int before = heard.get();
            change.accept(i);
            Await.until("change " + i + " is heard of", () -> heard.get() > before);
        }
    }
}
