package dev.divvy.distributor.store;

import dev.divvy.distributor.table.Distribution;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** The store under test, and the properties that differ from store to store. */
@Timeout(120)
interface StoreContractFixture {

    /** Returns the store of this test, empty at first; the same one throughout the test. */
    TestStore opened();

    default StorePorts store() {
        return opened().first();
    }

    /** Returns the same store as opened by another process. */
    default StorePorts another() {
        return opened().second();
    }

    default TestWriter writer(String id) throws InterruptedException {
        return opened().writer(id);
    }

    default Distribution read() {
        return store().distribution().read();
    }

    /** Returns a namespace that only this test uses. */
    default String namespace() {
        return "names";
    }

    /**
     * Appends names to a list without looking for duplicates.
     *
     * @return false if the store cannot contain duplicates; the tests of such lists are skipped then
     */
    default boolean rawPush(String namespace, List<String> names) {
        return false;
    }

    /** Whether the store gives hints of changes. */
    default boolean hints() {
        return true;
    }

    @AfterEach
    default void closeStore() {
        opened().close();
    }
}
