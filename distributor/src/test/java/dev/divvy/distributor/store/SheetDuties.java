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

/** What is owed to the one who writes the table. */
interface SheetDuties extends StoreSetting {

    @Test
    default void aSheetIsBlankAtFirst() {
        assertThat(read()).isEqualTo(Distribution.BLANK);
        assertThat(another().distribution().read()).isEqualTo(Distribution.BLANK);
    }

    @Test
    default void whatTheWriterReplacesHangsThereForAll() throws InterruptedException {
        TestWriter writer = writer("w");
        UnitHandovers motions = UnitHandovers.of(Map.of("s:1,u1", "1@s:2,1@s:3", ",u9", "1@s:2"));
        DistributionChange change = Changes.to(Distribution.BLANK, Map.of("s:1", "u1,u2", "s:2", ""), motions);

        assertThat(writer.replace(change)).isTrue();

        Distribution hangs = new Distribution(
                Optional.of(change.next()), AssignmentTable.of(Map.of("s:1", "u1,u2", "s:2", "")), motions, Map.of());
        assertThat(read()).isEqualTo(hangs);
        assertThat(another().distribution().read()).isEqualTo(hangs);
    }

    @Test
    default void removedFieldsAreGoneEmptyOnesStayAndTheRestIsAsItWas() throws InterruptedException {
        TestWriter writer = writer("w");
        writer.replace(Changes.to(read(), Map.of("a", "u1", "b", "u2", "c", "u3", "d", "u4")));

        Map<String, String> next = Map.of("a", "u1", "b", "", "d", "u2,u3,u4");
        assertThat(writer.replace(Changes.to(read(), next))).isTrue();

        assertThat(another().distribution().read().table()).isEqualTo(AssignmentTable.of(next));
        assertThat(another().assignments().look("b").listed()).isTrue();
        assertThat(another().assignments().look("c").listed()).isFalse();
    }

    @Test
    default void motionsAreThoseOfTheLastChangeAlone() throws InterruptedException {
        TestWriter writer = writer("w");
        Map<String, String> table = Map.of("a", "u1,u2", "b", "u3");
        UnitHandovers first = UnitHandovers.of(Map.of("a,u1", "1@b", "a,u2", "1@b", "b,u3", "1@a"));
        UnitHandovers second = UnitHandovers.of(Map.of("a,u1", "1@b,2@c", ",u7", "2@a"));

        writer.replace(Changes.to(read(), table, first));
        assertThat(read().motions()).isEqualTo(first);
        writer.replace(Changes.to(read(), table, second));
        assertThat(read().motions()).isEqualTo(second);
        writer.replace(Changes.to(read(), table));
        assertThat(read().motions()).isEqualTo(UnitHandovers.NONE);
    }

    @Test
    default void aChangeOfAnotherSheetIsRefusedAndChangesNothing() throws InterruptedException {
        TestWriter writer = writer("w");
        DistributionChange first = Changes.to(read(), Map.of("a", "u1"));
        assertThat(writer.replace(Changes.on(Optional.of(new Version("first", 1)), first)))
                .as("a blank sheet has no version")
                .isFalse();
        assertThat(read()).isEqualTo(Distribution.BLANK);
        writer.replace(first);
        store().assignments().acknowledge("a", 1);
        Distribution hangs = read();

        DistributionChange next =
                Changes.silencing(Changes.to(hangs, Map.of("b", "u1"), UnitHandovers.of(Map.of("b,u1", "2@a"))), "a");
        assertThat(writer.replace(Changes.on(Optional.empty(), next))).isFalse();
        assertThat(writer.replace(Changes.on(Optional.of(new Version("first", 2)), next)))
                .isFalse();
        assertThat(writer.replace(Changes.on(Optional.of(new Version("First", 1)), next)))
                .isFalse();

        assertThat(read()).isEqualTo(hangs);
    }

    @Test
    default void acknowledgementsOfTheSilentGoAndOthersStay() throws InterruptedException {
        TestWriter writer = writer("w");
        store().assignments().acknowledge("a", 3);
        store().assignments().acknowledge("b", 4);
        assertThat(read().acknowledged()).isEqualTo(Map.of("a", 3L, "b", 4L));

        assertThat(writer.replace(Changes.silencing(Changes.to(read(), Map.of("b", "u1")), "a")))
                .isTrue();

        assertThat(another().distribution().read().acknowledged()).isEqualTo(Map.of("b", 4L));
    }

    @Test
    default void namesOfEveryKindHangThereAsTheyAre() throws InterruptedException {
        TestWriter writer = writer("w");
        List<String> services = TestNames.oddAndShort();
        List<String> units = TestNames.odd();
        Map<String, List<String>> table = new HashMap<>();
        services.forEach(service -> table.put(service, new ArrayList<>()));
        Map<String, String> moving = new TreeMap<>();
        for (int i = 0; i < units.size(); i++) {
            String service = services.get(i % services.size());
            table.computeIfAbsent(service, name -> new ArrayList<>()).add(units.get(i));
            moving.put(service + "," + units.get(i), "1@" + services.get((i + 1) % services.size()));
        }
        DistributionChange change =
                Changes.to(Distribution.BLANK, AssignmentTable.ofUnits(table).fields(), UnitHandovers.of(moving));

        assertThat(writer.replace(change)).isTrue();
        services.forEach(service -> store().assignments().acknowledge(service, 1));

        Distribution seen = another().distribution().read();
        assertThat(seen.table()).isEqualTo(AssignmentTable.ofUnits(table));
        assertThat(seen.motions()).isEqualTo(change.motions());
        assertThat(seen.acknowledged().keySet()).containsExactlyInAnyOrderElementsOf(services);
        services.forEach(service -> assertThat(another().assignments().look(service))
                .as(service)
                .isEqualTo(ServiceAssignment.of(seen, service)));
    }

    @Test
    default void aBigTableComesBack() throws InterruptedException {
        TestWriter writer = writer("w");
        Map<String, String> fields = new TreeMap<>();
        Map<String, String> moving = new TreeMap<>();
        for (int service = 0; service < 200; service++) {
            int its = service;
            fields.put("10.0.0." + service + ":9000", units(its * 100, its * 100 + 100));
            IntStream.range(0, 20)
                    .forEach(unit -> moving.put(
                            "10.0.0." + its + ":9000,unit-" + (its * 100 + unit), "1@10.0.0." + (its + 1) + ":9000"));
        }
        DistributionChange change = Changes.to(Distribution.BLANK, fields, UnitHandovers.of(moving));

        assertThat(writer.replace(change)).isTrue();

        Distribution seen = another().distribution().read();
        assertThat(seen.table()).isEqualTo(AssignmentTable.of(fields));
        assertThat(seen.motions()).isEqualTo(change.motions());
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
