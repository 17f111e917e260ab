package dev.divvy.distributor.store;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Where the contract is played: the store of a test, and what differs from store to store. */
@Timeout(120)
abstract class StoreSetting {

    private final List<TestWriter> writers = new ArrayList<>();

    /** The one store of this test, empty at first. JUnit makes an instance of the class for each test. */
    protected abstract Store store();

    /** The same store as another process would have it. */
    protected abstract Store another();

    /** A namespace that nobody else has. */
    protected String namespace() {
        return "names";
    }

    /**
     * Puts names at the end of a list as they are, also those that are there.
     *
     * @return whether that can be done; if not, the duties of such lists are skipped
     */
    protected boolean rawPush(String namespace, List<String> names) {
        return false;
    }

    /** Whether the store hints at changes. */
    protected boolean hints() {
        return true;
    }

    /** One who may write the table; it leaves when the test ends, before a store is closed. */
    final TestWriter writer(String id) throws InterruptedException {
        TestWriter writer = TestWriter.join(store(), id);
        writers.add(writer);
        return writer;
    }

    @AfterEach
    final void writersLeave() {
        writers.forEach(TestWriter::close);
    }
}
