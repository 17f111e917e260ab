package dev.divvy.distributor.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.table.AwaitedRelease;
import dev.divvy.distributor.table.UnitHandovers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The contract of a store for services. */
interface AssignmentContract extends StoreContractFixture {

    @Test
    default void beforeTheFirstTableNoServiceIsListed() {
        assertThat(store().assignments().look("a"))
                .isEqualTo(new ServiceAssignment(Optional.empty(), false, List.of()));
    }

    @Test
    default void aServiceWithoutUnitsIsListedAndAnotherIsNot() throws InterruptedException {
        TestWriter writer = writer("w");
        writer.replace(Changes.to(read(), Map.of("a", "", "b", "u1")));

        assertThat(another().assignments().look("a"))
                .isEqualTo(new ServiceAssignment(read().version(), true, List.of()));
        assertThat(another().assignments().look("A"))
                .isEqualTo(new ServiceAssignment(read().version(), false, List.of()));
    }

    @Test
    default void anAssignmentHasTheEpochAndTheReleasersOfEachUnit() throws InterruptedException {
        TestWriter writer = writer("w");
        UnitHandovers handovers = UnitHandovers.of(Map.of("a,u1", "4@b,7@c", "a,u3", "7@b", "b,u2", "7@a"));
        writer.replace(Changes.to(read(), Map.of("a", "u1,u2,u3"), handovers));
        another().assignments().acknowledge("b", 5);

        assertThat(another().assignments().look("a").units())
                .containsExactly(
                        new ServiceAssignment.AssignedUnit("u1", 7, List.of(new AwaitedRelease("c", 7))),
                        new ServiceAssignment.AssignedUnit("u2", 0, List.of()),
                        new ServiceAssignment.AssignedUnit("u3", 7, List.of(new AwaitedRelease("b", 7))));
    }

    @Test
    default void acknowledgedReleasersAreRemovedAndNeverComeBack() throws InterruptedException {
        TestWriter writer = writer("w");
        writer.replace(Changes.to(read(), Map.of("a", "u1"), UnitHandovers.of(Map.of("a,u1", "2@b,5@b,5@c"))));

        another().assignments().acknowledge("b", 1);
        assertThat(waitsFor())
                .containsExactly(new AwaitedRelease("b", 2), new AwaitedRelease("b", 5), new AwaitedRelease("c", 5));
        another().assignments().acknowledge("b", 2);
        assertThat(waitsFor()).containsExactly(new AwaitedRelease("b", 5), new AwaitedRelease("c", 5));
        another().assignments().acknowledge("b", 6);
        assertThat(waitsFor()).containsExactly(new AwaitedRelease("c", 5));
        another().assignments().acknowledge("b", 3);
        assertThat(waitsFor()).containsExactly(new AwaitedRelease("c", 5));
        another().assignments().acknowledge("c", 5);
        assertThat(waitsFor()).isEmpty();
        assertThat(read().acknowledged()).isEqualTo(Map.of("b", 6L, "c", 5L));
        assertThat(store().assignments().look("a").units())
                .containsExactly(new ServiceAssignment.AssignedUnit("u1", 5, List.of()));
    }

    private List<AwaitedRelease> waitsFor() {
        return store().assignments().look("a").units().get(0).waitsFor();
    }

    @Test
    default void aServiceIsKnownByItsFirstAcknowledgement() {
        store().assignments().acknowledge("a", 0);

        assertThat(another().distribution().read().acknowledged()).isEqualTo(Map.of("a", 0L));
        assertThat(another().distribution().read().version()).isEmpty();
    }

    @Test
    default void ofRacingAcknowledgementsTheHighestStays() throws Exception {
        List<Callable<Boolean>> racers = new ArrayList<>();
        for (int racer = 0; racer < 8; racer++) {
            int first = racer;
            racers.add(() -> {
                for (long epoch = first; epoch < 80; epoch += 8) {
                    (first % 2 == 0 ? store() : another()).assignments().acknowledge("a", epoch);
                }
                return true;
            });
        }

        ConcurrentCalls.run(racers);

        assertThat(read().acknowledged()).isEqualTo(Map.of("a", 79L));
    }
}
