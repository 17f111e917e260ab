package dev.divvy.cache.replication.contents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.store.EntryChangeListener;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.ManualClock;
import dev.divvy.cache.store.TokenStore;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A copy of a token that is changed while it is sent in parts: in the end it has everything as it is. */
class CopyInProgressTest {

    private static final int KEYS = 400;
    private static final int VALUE = 1500;
    private static final int SEEDS = 30;

    /** What the sender of a copy can forget. */
    private enum Mistake {
        NONE,
        DIRTY_KEY_MISSED,
        FLUSH_NOT_REPLICATED
    }

    private final ManualClock clock = new ManualClock();

    @Test
    void aCopyHasEverythingAsItIsWhenItEnds() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(seed, Mistake.NONE);
            int parts = run.copy();
            assertThat(parts).as("seed %d: parts", seed).isGreaterThan(4);
            assertThat(run.target()).as("seed %d", seed).isEqualTo(run.source());
        }
    }

    @Test
    void aChangeThatIsNotNotedShows() {
        for (Mistake mistake : new Mistake[] {Mistake.DIRTY_KEY_MISSED, Mistake.FLUSH_NOT_REPLICATED}) {
            assertThat(IntStream.rangeClosed(1, SEEDS).anyMatch(seed -> {
                        Run run = new Run(seed, mistake);
                        run.copy();
                        return !run.target().equals(run.source());
                    }))
                    .as("%s shows within %d seeds", mistake, SEEDS)
                    .isTrue();
        }
    }

    @Test
    void writesThatGoOnDoNotKeepACopyFromItsEnd() {
        Run run = new Run(1, Mistake.NONE);
        int parts = 0;
        do {
            run.sendPart();
            parts++;
            for (int key = 0; key < KEYS; key++) {
                run.put(key); // more than a part
            }
        } while (parts <= CopyInProgress.MAX_CHANGED_PARTS + KEYS * VALUE / ContentsReader.PART_BYTES + 1);
        run.sendPart();
        assertThat(run.copy.isComplete()).isTrue();
        assertThat(run.target()).isEqualTo(run.source());
    }

    @Test
    void partsAreReadAgainFromTheBeginning() {
        Run run = new Run(1, Mistake.NONE);
        ContentsReader reader = new ContentsReader(run.store, clock);
        TokenStore fetched = new TokenStore();
        reader.read(0);
        reader.read(1); // the connection broke here
        int part = 0;
        for (var entries = reader.read(part); !entries.isEmpty(); entries = reader.read(++part)) {
            entries.forEach(new StoreContents(fetched)::apply);
        }
        assertThat(part).isGreaterThan(4);
        assertThat(contents(fetched)).isEqualTo(run.source());
    }

    private static Map<String, String> contents(TokenStore store) {
        Map<String, String> contents = new TreeMap<>();
        for (byte[] entry : store.snapshot()) {
            contents.put(
                    Arrays.toString(EntryLayout.key(entry)),
                    Arrays.hashCode(EntryLayout.value(entry)) + " " + EntryLayout.expiry(entry));
        }
        return contents;
    }

    /** A token and its copy. */
    private final class Run {

        private final Random random;
        private final TokenStore store = new TokenStore();
        private final TokenStore copied = new TokenStore();
        private final CopyInProgress copy = new CopyInProgress(store, clock);

        private Run(long seed, Mistake mistake) {
            random = new Random(seed);
            store.listen(new Noting(mistake));
            for (int key = 0; key < KEYS; key++) {
                put(key);
            }
        }

        private int copy() {
            int parts = 0;
            while (!copy.isComplete()) {
                sendPart();
                parts++;
                if (parts < 20) {
                    change();
                }
            }
            return parts;
        }

        private void sendPart() {
            copy.next().forEach(new StoreContents(copied)::apply);
        }

        private void change() {
            for (int i = random.nextInt(40); i > 0; i--) {
                int key = random.nextInt(KEYS);
                byte[] bytes = key(key);
                switch (random.nextInt(5)) {
                    case 0 -> store.remove(bytes, 0, bytes.length, clock.millis());
                    case 1 -> clock.advance(1);
                    default -> put(key);
                }
            }
            if (random.nextInt(30) == 0) {
                store.flush();
            }
        }

        private void put(int key) {
            byte[] value = new byte[VALUE];
            random.nextBytes(value);
            long expiry = random.nextInt(4) == 0 ? clock.millis() + 1 + random.nextInt(100) : EntryLayout.NEVER;
            store.put(EntryLayout.of(key(key), value, expiry, clock.millis()));
        }

        private byte[] key(int key) {
            return ByteBuffer.allocate(Integer.BYTES).putInt(key).array();
        }

        private Map<String, String> source() {
            expire(store);
            return contents(store);
        }

        private Map<String, String> target() {
            expire(copied);
            return contents(copied);
        }

        private void expire(TokenStore of) {
            for (int key = 0; key < KEYS; key++) {
                of.find(key(key), 0, Integer.BYTES, clock.millis());
            }
        }

        /** Tells the copy of changes, as the owner of a token does. */
        private final class Noting implements EntryChangeListener {

            private final Mistake mistake;

            private Noting(Mistake mistake) {
                this.mistake = mistake;
            }

            @Override
            public void changed(byte @Nullable [] old, byte @Nullable [] entry) {
                byte[] either = entry == null ? old : entry;
                boolean missed = mistake == Mistake.DIRTY_KEY_MISSED && random.nextInt(10) == 0;
                if (either != null && !missed) {
                    copy.changed(either);
                }
            }

            @Override
            public void removedAbsent(byte[] data, int keyStart, int keyLength) {}

            @Override
            public void flushed() {
                if (mistake != Mistake.FLUSH_NOT_REPLICATED) {
                    copy.flushed();
                }
            }

            @Override
            public void forgot(long report) {
                copy.forgot(report);
            }
        }
    }
}
