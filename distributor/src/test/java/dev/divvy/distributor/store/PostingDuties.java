package dev.divvy.distributor.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.table.Motions;
import dev.divvy.distributor.table.Releaser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What is owed to the services. */
abstract class PostingDuties extends ReaderDuties {

    @Test
    void beforeTheFirstTableNobodyIsListed() {
        assertThat(store().postings().look("a")).isEqualTo(new Posting(Optional.empty(), false, List.of()));
    }

    @Test
    void aServiceWithoutUnitsIsListedAndAnotherIsNot() throws InterruptedException {
        TestWriter writer = writer("w");
        writer.replace(Changes.to(read(), Map.of("a", "", "b", "u1")));

        assertThat(another().postings().look("a")).isEqualTo(new Posting(read().version(), true, List.of()));
        assertThat(another().postings().look("A")).isEqualTo(new Posting(read().version(), false, List.of()));
    }

    @Test
    void aServiceIsToldSinceWhenAndWhomItWaitsFor() throws InterruptedException {
        TestWriter writer = writer("w");
        Motions motions = Motions.of(Map.of("a,u1", "4@b,7@c", "a,u3", "7@b", "b,u2", "7@a"));
        writer.replace(Changes.to(read(), Map.of("a", "u1,u2,u3"), motions));
        another().postings().acknowledge("b", 5);

        assertThat(another().postings().look("a").units())
                .containsExactly(
                        new Posting.Assigned("u1", 7, List.of(new Releaser("c", 7))),
                        new Posting.Assigned("u2", 0, List.of()),
                        new Posting.Assigned("u3", 7, List.of(new Releaser("b", 7))));
    }

    @Test
    void whoIsWaitedForLessAsItAcknowledgesNeverComesBack() throws InterruptedException {
        TestWriter writer = writer("w");
        writer.replace(Changes.to(read(), Map.of("a", "u1"), Motions.of(Map.of("a,u1", "2@b,5@b,5@c"))));

        another().postings().acknowledge("b", 1);
        assertThat(waitsFor()).containsExactly(new Releaser("b", 2), new Releaser("b", 5), new Releaser("c", 5));
        another().postings().acknowledge("b", 2);
        assertThat(waitsFor()).containsExactly(new Releaser("b", 5), new Releaser("c", 5));
        another().postings().acknowledge("b", 6);
        assertThat(waitsFor()).containsExactly(new Releaser("c", 5));
        another().postings().acknowledge("b", 3);
        assertThat(waitsFor()).containsExactly(new Releaser("c", 5));
        another().postings().acknowledge("c", 5);
        assertThat(waitsFor()).isEmpty();
        assertThat(read().acknowledged()).isEqualTo(Map.of("b", 6L, "c", 5L));
        assertThat(store().postings().look("a").units()).containsExactly(new Posting.Assigned("u1", 5, List.of()));
    }

    private List<Releaser> waitsFor() {
        return store().postings().look("a").units().get(0).waitsFor();
    }

    @Test
    void aServiceThatAcknowledgesNothingYetIsKnownAllTheSame() {
        store().postings().acknowledge("a", 0);

        assertThat(another().sheets().read().acknowledged()).isEqualTo(Map.of("a", 0L));
        assertThat(another().sheets().read().version()).isEmpty();
    }

    @Test
    void ofRacingAcknowledgementsTheHighestStays() throws Exception {
        List<Callable<Boolean>> racers = new ArrayList<>();
        for (int racer = 0; racer < 8; racer++) {
            int first = racer;
            racers.add(() -> {
                for (long epoch = first; epoch < 80; epoch += 8) {
                    (first % 2 == 0 ? store() : another()).postings().acknowledge("a", epoch);
                }
                return true;
            });
        }

        Race.run(racers);

        assertThat(read().acknowledged()).isEqualTo(Map.of("a", 79L));
    }
}
