package dev.divvy.distributor.store;

import dev.divvy.distributor.table.Distribution;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** What the duties of a store are tested on: the store of a test, and what differs from store to store. */
@Timeout(120)
interface StoreSetting {

    /** The store of this test, empty at first: the same one for as long as the test runs. */
    TestStore opened();

    default StorePorts store() {
        return opened().here();
    }

    /** The same store as another process would have it. */
    default StorePorts another() {
        return opened().there();
    }

    default TestWriter writer(String id) throws InterruptedException {
        return opened().writer(id);
    }

    default Distribution read() {
        return store().distribution().read();
    }

    /** A namespace of this test alone. */
    default String namespace() {
        return "names";
    }

    /**
     * Puts names at the end of a list as they are, also those that are there.
     *
     * @return whether that can be done; if not, the duties of such lists are skipped
     */
    default boolean rawPush(String namespace, List<String> names) {
        return false;
    }

    /** Whether the store hints at changes. */
    default boolean hints() {
        return true;
    }

    @AfterEach
    default void closeStore() {
        opened().close();
    }
}
