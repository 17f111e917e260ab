package dev.divvy.cache.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntryTableTest {

    private final long seed = Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);

    @Test
    void itHoldsTheSameEntriesAsAPlainMap() {
        for (int round = 0; round < 40; round++) {
            Random random = new Random(seed + round);
            EntryTable table = new EntryTable();
            Map<String, byte[]> model = new HashMap<>();
            int keys = 1 + random.nextInt(300);
            for (int step = 0; step < 1000; step++) {
                String name = "key" + random.nextInt(keys);
                byte[] entry = entry(name, random.nextInt(20));
                boolean removes = random.nextInt(step % 400 < 200 ? 4 : 2) == 0;
                byte[] old = removes ? table.remove(entry) : table.put(entry);
                byte[] modelOld = removes ? model.remove(name) : model.put(name, entry);
                if (old != modelOld || find(table, name) != model.get(name)) {
                    fail("seed %d, step %d: %s", seed + round, step, name);
                }
            }
            check(table, model, seed + round);
        }
    }

    private static void check(EntryTable table, Map<String, byte[]> model, long seed) {
        assertThat(table.size()).as("seed %d", seed).isEqualTo(model.size());
        model.forEach((name, entry) -> {
            if (find(table, name) != entry) {
                fail("seed %d: %s", seed, name);
            }
        });
        assertThat(identities(List.of(table.snapshot()))).as("seed %d", seed).isEqualTo(identities(model.values()));
        long entries = model.values().stream().mapToLong(EntryLayout::bytes).sum();
        long slots = table.slots() == 0 ? 0 : EntryLayout.arrayMemory((long) table.slots() * ReferenceSize.BYTES);
        // A large table also has the headers of its segments.
        long headers = model.size() > EntryTable.MAX_ENTRIES / 4 ? 1000 : 0;
        assertThat(table.bytes()).as("seed %d", seed).isBetween(entries + slots, entries + slots + headers);
        assertThat(table.slots()).as("seed %d", seed).isLessThanOrEqualTo(Math.max(2, 8 * model.size()));
    }

    private static Set<byte[]> identities(Collection<byte[]> entries) {
        Set<byte[]> all = Collections.newSetFromMap(new IdentityHashMap<>());
        all.addAll(entries);
        return all;
    }

    @Test
    void aLargeTableIsDividedIntoSegmentsAndUnitedAgain() {
        Random random = new Random(seed);
        EntryTable table = new EntryTable();
        Map<String, byte[]> model = new HashMap<>();
        for (int phase = 0; phase < 6; phase++) {
            boolean grows = phase % 2 == 0;
            for (int step = 0; step < 15_000; step++) {
                String name = "key" + random.nextInt(20_000);
                byte[] entry = entry(name, random.nextInt(20));
                boolean removes = random.nextInt(10) < (grows ? 1 : 9);
                byte[] old = removes ? table.remove(entry) : table.put(entry);
                byte[] modelOld = removes ? model.remove(name) : model.put(name, entry);
                if (old != modelOld || find(table, name) != model.get(name)) {
                    fail("seed %d, step %d: %s", seed, step, name);
                }
            }
            check(table, model, seed);
            byte[] sample = Objects.requireNonNull(table.sample(random.nextInt()));
            assertThat(model.get(new String(EntryLayout.key(sample), StandardCharsets.UTF_8)))
                    .as("seed %d", seed)
                    .isSameAs(sample);
        }
        for (byte[] entry : List.copyOf(model.values())) {
            table.remove(entry);
            model.remove(new String(EntryLayout.key(entry), StandardCharsets.UTF_8));
            if (model.size() % 1000 == 0) {
                check(table, model, seed);
            }
        }
        assertThat(table.bytes()).as("seed %d", seed).isZero();
        assertThat(table.sample(0)).isNull();
    }

    @Test
    void aScanOfALargeTableMissesNothingWhileSegmentsAreDividedAndUnited() {
        Random random = new Random(seed);
        EntryTable table = new EntryTable();
        Set<String> missing = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            table.put(entry("stay" + i, 1));
            missing.add("stay" + i);
        }
        int cursor = 0;
        int steps = 0;
        do {
            cursor = table.scan(
                    cursor, entry -> missing.remove(new String(EntryLayout.key(entry), StandardCharsets.UTF_8)));
            for (int i = 0; i < 40; i++) {
                byte[] entry = entry("pass" + random.nextInt(20_000), 1);
                if ((steps / 2000) % 2 == 0) {
                    table.put(entry);
                } else {
                    table.remove(entry);
                }
            }
            steps++;
        } while (cursor != 0 && steps < 100_000);
        assertThat(cursor).as("seed %d: the scan ends", seed).isZero();
        assertThat(steps).as("seed %d: the table grew and shrank", seed).isGreaterThan(4000);
        assertThat(missing).as("seed %d", seed).isEmpty();
    }

    @Test
    void anEmptyTableHasNoArray() {
        EntryTable table = new EntryTable();
        assertThat(table.bytes()).isZero();
        byte[] entry = entry("a", 3);
        table.put(entry);
        assertThat(table.slots()).isEqualTo(2);
        table.remove(entry);
        assertThat(table.bytes()).isZero();
        assertThat(table.slots()).isZero();
    }

    @Test
    void aScanVisitsEveryEntryThatIsPresentThroughoutAlthoughTheTableGrowsAndShrinks() {
        for (int round = 0; round < 30; round++) {
            Random random = new Random(seed + round);
            EntryTable table = new EntryTable();
            int staying = random.nextInt(60);
            Set<String> missing = new HashSet<>();
            for (int i = 0; i < staying; i++) {
                table.put(entry("stay" + i, 1));
                missing.add("stay" + i);
            }
            int passing = random.nextInt(1000);
            for (int i = 0; i < passing; i++) {
                table.put(entry("pass" + i, 1));
            }
            int cursor = 0;
            int steps = 0;
            do {
                cursor = table.scan(
                        cursor, entry -> missing.remove(new String(EntryLayout.key(entry), StandardCharsets.UTF_8)));
                for (int i = random.nextInt(100); i > 0; i--) {
                    byte[] entry = entry("pass" + random.nextInt(1000), 1);
                    if ((steps / 20) % 2 == 0) {
                        table.remove(entry);
                    } else {
                        table.put(entry);
                    }
                }
                steps++;
            } while (cursor != 0 && steps < 100_000);
            assertThat(cursor).as("seed %d: the scan ends", seed + round).isZero();
            assertThat(missing).as("seed %d", seed + round).isEmpty();
        }
    }

    @Test
    void aScanOfAnUnchangedTableVisitsEachEntryOnce() {
        EntryTable table = new EntryTable();
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < 1000; i++) {
            table.put(entry("k" + i, 1));
        }
        int cursor = 0;
        do {
            cursor = table.scan(
                    cursor,
                    entry -> seen.merge(new String(EntryLayout.key(entry), StandardCharsets.UTF_8), 1, Integer::sum));
        } while (cursor != 0);
        assertThat(seen).hasSize(1000);
        assertThat(seen.values()).allMatch(times -> times == 1);
    }

    private static byte @Nullable [] find(EntryTable table, String name) {
        byte[] key = ("xx" + name).getBytes(StandardCharsets.UTF_8);
        return table.find(key, 2, key.length - 2);
    }

    private static byte[] entry(String name, int length) {
        return EntryLayout.of(name.getBytes(StandardCharsets.UTF_8), new byte[length], EntryLayout.NEVER, 1000);
    }
}
