package dev.divvy.distributor.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.AwaitedRelease;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.UnitHandovers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The contract of a store for readers beside a busy writer: each read is atomic. */
interface ReaderContract extends StoreContractFixture {

    int SERVICES = 6;
    int UNITS = 60;
    int TABLES = 60;

    /** Returns the table of an epoch: each unit is at the next service, compared to the previous epoch. */
    private static Map<String, String> table(long epoch) {
        Map<String, List<String>> units = new HashMap<>();
        for (int unit = 0; unit < UNITS; unit++) {
            units.computeIfAbsent(owner(unit, epoch), service -> new ArrayList<>())
                    .add("u" + unit);
        }
        // One service comes and goes, so that fields are added and removed too.
        if (epoch % 2 == 0) {
            units.put("even", List.of());
        }
        return AssignmentTable.ofUnits(units).fields();
    }

    private static String owner(int unit, long epoch) {
        return "s" + (unit + epoch) % SERVICES;
    }

    /** Returns the handovers of an epoch: each unit waits for its owner in the previous epoch. */
    private static UnitHandovers handovers(long epoch) {
        Map<String, String> texts = new TreeMap<>();
        for (int unit = 0; unit < UNITS; unit++) {
            texts.put(owner(unit, epoch) + ",u" + unit, epoch + "@" + owner(unit, epoch - 1));
        }
        return UnitHandovers.of(texts);
    }

    interface Look {
        void check();
    }

    private void whileTablesAreReplaced(Look look) throws Exception {
        TestWriter writer = writer("w");
        CountDownLatch written = new CountDownLatch(1);
        Callable<Boolean> replacing = () -> {
            try {
                for (long epoch = 1; epoch <= TABLES; epoch++) {
                    assertThat(writer.replace(Changes.to(read(), table(epoch), handovers(epoch))))
                            .as("epoch %d was applied", epoch)
                            .isTrue();
                }
            } finally {
                written.countDown();
            }
            return true;
        };
        Callable<Boolean> looking = () -> {
            while (written.getCount() > 0) {
                look.check();
            }
            return true;
        };
        assertThat(ConcurrentCalls.run(List.of(replacing, looking, looking))).containsOnly(true);
    }

    @Test
    default void aReadNeverSeesAPartOfATable() throws Exception {
        whileTablesAreReplaced(() -> {
            Distribution seen = another().distribution().read();
            List<String> units = new ArrayList<>();
            seen.table().fields().values().forEach(text -> units.addAll(AssignmentTable.units(text)));
            assertThat(new HashSet<>(units)).as("units, each once").hasSameSizeAs(units);
            long epoch = seen.version().map(Version::epoch).orElse(0L);
            assertThat(seen.table()).isEqualTo(epoch == 0 ? AssignmentTable.EMPTY : AssignmentTable.of(table(epoch)));
            assertThat(seen.handovers()).isEqualTo(epoch == 0 ? UnitHandovers.NONE : handovers(epoch));
        });
    }

    @Test
    default void aLookNeverSeesAPartOfATable() throws Exception {
        whileTablesAreReplaced(() -> {
            ServiceAssignment seen = another().assignments().look("s1");
            if (seen.version().isEmpty()) {
                assertThat(seen.units()).isEmpty();
                return;
            }
            long epoch = seen.version().get().epoch();
            List<ServiceAssignment.AssignedUnit> expected = new ArrayList<>();
            for (String unit : AssignmentTable.of(table(epoch)).unitsOf("s1")) {
                String former = owner(Integer.parseInt(unit.substring(1)), epoch - 1);
                expected.add(
                        new ServiceAssignment.AssignedUnit(unit, epoch, List.of(new AwaitedRelease(former, epoch))));
            }
            assertThat(seen.listed()).isTrue();
            assertThat(seen.units()).isEqualTo(expected);
        });
    }
}
