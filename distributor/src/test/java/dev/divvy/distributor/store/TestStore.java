package dev.divvy.distributor.store;

import java.util.ArrayList;
import java.util.List;

/** A store for one test as two processes have it, and its writers, which leave before the store is closed. */
public final class TestStore implements AutoCloseable {

    private final StorePorts here;
    private final StorePorts there;
    private final List<TestWriter> writers = new ArrayList<>();

    public TestStore(StorePorts here, StorePorts there) {
        this.here = here;
        this.there = there;
    }

    StorePorts here() {
        return here;
    }

    StorePorts there() {
        return there;
    }

    /** One that may write the table. */
    TestWriter writer(String id) throws InterruptedException {
        TestWriter writer = TestWriter.join(here, id);
        writers.add(writer);
        return writer;
    }

    @Override
    public void close() {
        writers.forEach(TestWriter::close);
        here.close();
        there.close();
    }
}
