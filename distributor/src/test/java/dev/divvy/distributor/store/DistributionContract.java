package dev.divvy.distributor.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.DistributionChange;
import dev.divvy.distributor.table.UnitHandovers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of a store for the instance that writes the table. */
interface DistributionContract extends StoreContractFixture {

    @Test
    default void aDistributionIsEmptyAtFirst() {
        assertThat(read()).isEqualTo(Distribution.EMPTY);
        assertThat(another().distribution().read()).isEqualTo(Distribution.EMPTY);
    }

    @Test
    default void aReplacementIsVisibleToAll() throws InterruptedException {
        TestWriter writer = writer("w");
        UnitHandovers handovers = UnitHandovers.of(Map.of("s:1,u1", "1@s:2,1@s:3", ",u9", "1@s:2"));
        DistributionChange change = Changes.to(Distribution.EMPTY, Map.of("s:1", "u1,u2", "s:2", ""), handovers);

        assertThat(writer.replace(change)).isTrue();

        Distribution stored = new Distribution(
                Optional.of(change.next()), AssignmentTable.of(Map.of("s:1", "u1,u2", "s:2", "")), handovers, Map.of());
        assertThat(read()).isEqualTo(stored);
        assertThat(another().distribution().read()).isEqualTo(stored);
    }

    @Test
    default void removedFieldsAreGoneEmptyOnesStayAndTheRestIsUnchanged() throws InterruptedException {
        TestWriter writer = writer("w");
        writer.replace(Changes.to(read(), Map.of("a", "u1", "b", "u2", "c", "u3", "d", "u4")));

        Map<String, String> next = Map.of("a", "u1", "b", "", "d", "u2,u3,u4");
        assertThat(writer.replace(Changes.to(read(), next))).isTrue();

        assertThat(another().distribution().read().table()).isEqualTo(AssignmentTable.of(next));
        assertThat(another().assignments().look("b").listed()).isTrue();
        assertThat(another().assignments().look("c").listed()).isFalse();
    }

    @Test
    default void handoversAreThoseOfTheLastChangeOnly() throws InterruptedException {
        TestWriter writer = writer("w");
        Map<String, String> table = Map.of("a", "u1,u2", "b", "u3");
        UnitHandovers first = UnitHandovers.of(Map.of("a,u1", "1@b", "a,u2", "1@b", "b,u3", "1@a"));
        UnitHandovers second = UnitHandovers.of(Map.of("a,u1", "1@b,2@c", ",u7", "2@a"));

        writer.replace(Changes.to(read(), table, first));
        assertThat(read().handovers()).isEqualTo(first);
        writer.replace(Changes.to(read(), table, second));
        assertThat(read().handovers()).isEqualTo(second);
        writer.replace(Changes.to(read(), table));
        assertThat(read().handovers()).isEqualTo(UnitHandovers.NONE);
    }

    @Test
    default void aChangeMadeFromAnotherVersionIsRejectedAndChangesNothing() throws InterruptedException {
        TestWriter writer = writer("w");
        DistributionChange first = Changes.to(read(), Map.of("a", "u1"));
        assertThat(writer.replace(Changes.on(Optional.of(new Version("first", 1)), first)))
                .as("an empty distribution has no version")
                .isFalse();
        assertThat(read()).isEqualTo(Distribution.EMPTY);
        writer.replace(first);
        store().assignments().acknowledge("a", 1);
        Distribution stored = read();

        DistributionChange next =
                Changes.forgetting(Changes.to(stored, Map.of("b", "u1"), UnitHandovers.of(Map.of("b,u1", "2@a"))), "a");
        assertThat(writer.replace(Changes.on(Optional.empty(), next))).isFalse();
        assertThat(writer.replace(Changes.on(Optional.of(new Version("first", 2)), next)))
                .isFalse();
        assertThat(writer.replace(Changes.on(Optional.of(new Version("First", 1)), next)))
                .isFalse();

        assertThat(read()).isEqualTo(stored);
    }

    @Test
    default void forgottenAcknowledgementsAreDeletedAndOthersStay() throws InterruptedException {
        TestWriter writer = writer("w");
        store().assignments().acknowledge("a", 3);
        store().assignments().acknowledge("b", 4);
        assertThat(read().acknowledged()).isEqualTo(Map.of("a", 3L, "b", 4L));

        assertThat(writer.replace(Changes.forgetting(Changes.to(read(), Map.of("b", "u1")), "a")))
                .isTrue();

        assertThat(another().distribution().read().acknowledged()).isEqualTo(Map.of("b", 4L));
    }

    @Test
    default void namesOfEveryKindAreStoredUnchanged() throws InterruptedException {
        TestWriter writer = writer("w");
        List<String> services = TestNames.oddAndShort();
        List<String> units = TestNames.odd();
        Map<String, List<String>> table = new HashMap<>();
        services.forEach(service -> table.put(service, new ArrayList<>()));
        Map<String, String> handoverTexts = new TreeMap<>();
        for (int i = 0; i < units.size(); i++) {
            String service = services.get(i % services.size());
            table.computeIfAbsent(service, name -> new ArrayList<>()).add(units.get(i));
            handoverTexts.put(service + "," + units.get(i), "1@" + services.get((i + 1) % services.size()));
        }
        DistributionChange change = Changes.to(
                Distribution.EMPTY, AssignmentTable.ofUnits(table).fields(), UnitHandovers.of(handoverTexts));

        assertThat(writer.replace(change)).isTrue();
        services.forEach(service -> store().assignments().acknowledge(service, 1));

        Distribution seen = another().distribution().read();
        assertThat(seen.table()).isEqualTo(AssignmentTable.ofUnits(table));
        assertThat(seen.handovers()).isEqualTo(change.handovers());
        assertThat(seen.acknowledged().keySet()).containsExactlyInAnyOrderElementsOf(services);
        services.forEach(service -> assertThat(another().assignments().look(service))
                .as(service)
                .isEqualTo(ServiceAssignment.of(seen, service)));
    }

    @Test
    default void aBigTableIsReadAsItWasWritten() throws InterruptedException {
        TestWriter writer = writer("w");
        Map<String, String> fields = new TreeMap<>();
        Map<String, String> handoverTexts = new TreeMap<>();
        for (int service = 0; service < 200; service++) {
            int number = service;
            fields.put("10.0.0." + service + ":9000", units(number * 100, number * 100 + 100));
            IntStream.range(0, 20)
                    .forEach(unit -> handoverTexts.put(
                            "10.0.0." + number + ":9000,unit-" + (number * 100 + unit),
                            "1@10.0.0." + (number + 1) + ":9000"));
        }
        DistributionChange change = Changes.to(Distribution.EMPTY, fields, UnitHandovers.of(handoverTexts));

        assertThat(writer.replace(change)).isTrue();

        Distribution seen = another().distribution().read();
        assertThat(seen.table()).isEqualTo(AssignmentTable.of(fields));
        assertThat(seen.handovers()).isEqualTo(change.handovers());
    }

    @Test
    default void aServiceMayHaveAHundredThousandUnits() throws InterruptedException {
        TestWriter writer = writer("w");
        Map<String, String> fields = Map.of("a", units(0, 100_000), "b", "");

        assertThat(writer.replace(Changes.to(read(), fields))).isTrue();

        assertThat(another().distribution().read().table()).isEqualTo(AssignmentTable.of(fields));
        assertThat(another().assignments().look("a").units()).hasSize(100_000);
    }

    private static String units(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "unit-" + i).collect(Collectors.joining(","));
    }
}
