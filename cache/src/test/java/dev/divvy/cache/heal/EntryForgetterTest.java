package dev.divvy.cache.heal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.replication.contents.ContentsReader;
import dev.divvy.cache.replication.contents.EntryChange;
import dev.divvy.cache.replication.contents.StoreContents;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.TokenStore;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The reports after a split at the nodes that get them, and the tokens that move between these nodes. */
class EntryForgetterTest {

    private static final int TOKEN = 3;
    private static final byte[] KEY = "k".getBytes(StandardCharsets.US_ASCII);
    private static final ChangedKeys CHANGED = changed();

    private static ChangedKeys changed() {
        TreeMap<Integer, HashedKeys> byToken = new TreeMap<>();
        byToken.put(TOKEN, HashedKeys.of(HashedKeys.hash(KEY, 0, KEY.length)));
        return new ChangedKeys(byToken);
    }

    private static final class Node {

        private final EntryStore entryStore = new EntryStore(8, EntryStore.UNBOUNDED, 1 << 20, CacheClock.SYSTEM);
        private final EntryForgetter forgetter =
                new EntryForgetter(entryStore, new ChangeRecord(8, System.nanoTime()), Long.MAX_VALUE / 2);
        private final TokenStore store;

        private Node(boolean owner) {
            entryStore.observe(forgetter);
            store = entryStore.open(TOKEN);
            serve(owner);
        }

        private void put() {
            synchronized (store) {
                store.put(EntryLayout.of(KEY, KEY, EntryLayout.NEVER, CacheClock.SYSTEM.millis()));
            }
        }

        private void serve(boolean owner) {
            synchronized (store) {
                entryStore.show(store, owner);
            }
        }

        /** Takes over everything from the former owner. */
        private void takeOverFrom(Node former) {
            former.serve(false);
            StoreContents contents = new StoreContents(store);
            contents.clear();
            ContentsReader reader = new ContentsReader(former.store, CacheClock.SYSTEM);
            int part = 0;
            for (List<EntryChange> changes = reader.read(part); !changes.isEmpty(); changes = reader.read(part)) {
                changes.forEach(contents::apply);
                part++;
            }
            serve(true);
        }

        private int entries() {
            return store.size();
        }
    }

    private final Node former = new Node(true);
    private final Node next = new Node(false);

    @Test
    void anOwnerThatHadNotTheReportPassesOnWhatTheNextOneForgets() {
        former.put();
        assertThat(next.forgetter.forget(1, CHANGED)).isZero();
        next.takeOverFrom(former);
        assertThat(next.entries()).isZero();
    }

    @Test
    void whatWasWrittenAfterTheReportStaysWhenTheTokenMoves() {
        former.put();
        assertThat(former.forgetter.forget(1, CHANGED)).isEqualTo(1);
        assertThat(next.forgetter.forget(1, CHANGED)).isZero();
        former.put();
        next.takeOverFrom(former);
        assertThat(next.entries()).isEqualTo(1);
        assertThat(next.forgetter.forget(1, CHANGED))
                .as("the same report again")
                .isZero();
        assertThat(next.forgetter.forget(2, CHANGED)).as("another report").isEqualTo(1);
    }

    @Test
    void aFlushedTokenStillKnowsItsReports() {
        assertThat(former.forgetter.forget(1, CHANGED)).isZero();
        assertThat(next.forgetter.forget(1, CHANGED)).isZero();
        former.store.flush();
        former.put();
        next.takeOverFrom(former);
        new StoreContents(next.store).apply(EntryChange.FLUSH);
        next.put();
        former.takeOverFrom(next);
        assertThat(former.entries()).isEqualTo(1);
    }

    @Test
    void aNodeThatMissedAReportSparesTheTokensOfOneThatHadAll() {
        assertThat(next.forgetter.forgetAll(List.of("side b"))).isZero();
        former.forgetter.forgotAll(List.of("side b"));
        former.put();
        next.takeOverFrom(former);
        assertThat(next.entries()).isEqualTo(1);
        former.takeOverFrom(next);
        assertThat(former.forgetter.forgetAll(List.of("side b", "side c")))
                .as("another heal")
                .isEqualTo(1);
    }

    @Test
    void aHealWithoutNamedSidesForgetsEverything() {
        former.put();
        assertThat(former.forgetter.forgetAll(List.of())).isEqualTo(1);
    }
}
