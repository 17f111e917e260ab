package dev.divvy.distributor.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.distributor.NameLists;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of a store for the lists of services and units. */
interface NameListContract extends StoreContractFixture {

    int RACERS = 8;

    @Test
    default void aListThatWasNeverWrittenIsEmpty() {
        assertThat(store().names().read(namespace())).isEmpty();
        assertThat(store().names().remove(namespace(), List.of("a"))).isZero();
        assertThat(store().names().read(namespace())).isEmpty();
    }

    @Test
    default void namesAreInTheOrderInWhichTheyWereAdded() {
        assertThat(store().names().add(namespace(), List.of("c", "a"))).isEqualTo(2);
        assertThat(another().names().add(namespace(), List.of("d", "b"))).isEqualTo(2);

        assertThat(store().names().read(namespace())).containsExactly("c", "a", "d", "b");
        assertThat(another().names().read(namespace())).containsExactly("c", "a", "d", "b");
    }

    @Test
    default void aNameIsNotAddedTwice() {
        store().names().add(namespace(), List.of("a", "b"));

        assertThat(another().names().add(namespace(), List.of("b", "c", "c", "a")))
                .isEqualTo(1);
        assertThat(store().names().read(namespace())).containsExactly("a", "b", "c");
    }

    @Test
    default void addingOrRemovingNothingChangesNothing() {
        assertThat(store().names().add(namespace(), List.of())).isZero();
        store().names().add(namespace(), List.of("a"));

        assertThat(store().names().add(namespace(), List.of())).isZero();
        assertThat(store().names().remove(namespace(), List.of())).isZero();
        assertThat(store().names().read(namespace())).containsExactly("a");
    }

    @Test
    default void namespacesAreIndependent() {
        store().names().add(namespace(), List.of("a", "b"));
        store().names().add(namespace() + " ", List.of("b", "c"));

        assertThat(store().names().remove(namespace() + " ", List.of("b"))).isEqualTo(1);
        assertThat(store().names().read(namespace())).containsExactly("a", "b");
        assertThat(store().names().read(namespace() + " ")).containsExactly("c");
        assertThat(store().names().read(namespace().toUpperCase(Locale.ROOT))).isEmpty();
    }

    @Test
    default void removingCountsTheNamesThatTheListContained() {
        store().names().add(namespace(), List.of("a", "b", "c", "d"));

        assertThat(another().names().remove(namespace(), List.of("c", "a", "a", "x")))
                .isEqualTo(2);
        assertThat(store().names().read(namespace())).containsExactly("b", "d");
    }

    @Test
    default void duplicatesAreReturnedAsStored() {
        assumeTrue(rawPush(namespace(), List.of("b", "a", "b")), "this store contains no duplicates");

        assertThat(store().names().read(namespace())).containsExactly("b", "a", "b");
        assertThat(store().names().add(namespace(), List.of("b", "c"))).isEqualTo(1);
        assertThat(store().names().read(namespace())).containsExactly("b", "a", "b", "c");
    }

    @Test
    default void removingRemovesAllOccurrencesOfANameAndCountsItOnce() {
        assumeTrue(rawPush(namespace(), List.of("b", "a", "b", "b")), "this store contains no duplicates");

        assertThat(store().names().remove(namespace(), List.of("b"))).isEqualTo(1);
        assertThat(store().names().read(namespace())).containsExactly("a");
    }

    @Test
    default void anyTextIsReadAsItWasWritten() {
        List<String> odd = TestNames.odd();

        assertThat(store().names().add(namespace(), odd)).isEqualTo(odd.size());
        assertThat(another().names().read(namespace())).containsExactlyElementsOf(odd);
    }

    @Test
    default void namesThatLookAlikeAreDifferent() {
        List<String> odd = new ArrayList<>(TestNames.odd());
        store().names().add(namespace(), odd);

        for (String name : TestNames.odd()) {
            assertThat(store().names().remove(namespace(), List.of(name)))
                    .as(name)
                    .isEqualTo(1);
            odd.remove(name);
            assertThat(store().names().read(namespace())).containsExactlyElementsOf(odd);
        }
        assertThat(odd).isEmpty();
    }

    @Test
    default void aListMayHaveTwentyThousandNames() {
        longList(20_000);
    }

    @Tag("long")
    @Test
    default void aListMayHaveAHundredThousandNames() {
        longList(100_000);
    }

    private void longList(int count) {
        List<String> many = IntStream.range(0, count).mapToObj(i -> "unit-" + i).toList();
        int removed = count / 5;

        assertThat(store().names().add(namespace(), many)).isEqualTo(count);
        assertThat(another().names().read(namespace())).isEqualTo(many);
        assertThat(another().names().add(namespace(), many.subList(0, count / 20)))
                .isZero();
        assertThat(another().names().remove(namespace(), many.subList(10, removed + 10)))
                .isEqualTo(removed);
        assertThat(store().names().read(namespace()))
                .hasSize(count - removed)
                .containsSequence("unit-9", "unit-" + (removed + 10));
    }

    @Test
    default void racingAddersAddEveryNameOnce() throws Exception {
        List<String> names = IntStream.range(0, 200).mapToObj(i -> "n" + i).toList();
        List<Callable<Integer>> adders = new ArrayList<>();
        for (int racer = 0; racer < RACERS; racer++) {
            List<String> shuffled = new ArrayList<>(names);
            Collections.shuffle(shuffled, new Random(racer));
            NameLists lists = racer % 2 == 0 ? store().names() : another().names();
            adders.add(() -> IntStream.range(0, 10)
                    .map(part -> lists.add(namespace(), shuffled.subList(part * 20, part * 20 + 20)))
                    .sum());
        }

        List<Integer> added = ConcurrentCalls.run(adders);

        assertThat(added.stream().mapToInt(Integer::intValue).sum()).isEqualTo(names.size());
        assertThat(store().names().read(namespace())).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    default void aReaderSeesAllThatWasAddedTogetherOrNothing() throws Exception {
        List<String> together = IntStream.range(0, 600).mapToObj(i -> "n" + i).toList();
        CountDownLatch written = new CountDownLatch(1);
        Callable<Boolean> writer = () -> {
            try {
                for (int round = 0; round < 6; round++) {
                    store().names().add(namespace(), together);
                    store().names().remove(namespace(), together);
                }
            } finally {
                written.countDown();
            }
            return true;
        };
        Callable<Boolean> reader = () -> {
            while (written.getCount() > 0) {
                List<String> seen = another().names().read(namespace());
                assertThat(seen.size()).as("names seen").isIn(0, together.size());
                assertThat(new LinkedHashSet<>(seen)).hasSameSizeAs(seen);
            }
            return true;
        };

        assertThat(ConcurrentCalls.run(List.of(writer, reader))).containsOnly(true);
    }
}
