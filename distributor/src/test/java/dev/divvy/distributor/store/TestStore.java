package dev.divvy.distributor.store;

import java.util.ArrayList;
import java.util.List;

/** The store of one test, opened twice as by two processes, and its writers, which are closed before the store. */
public final class TestStore implements AutoCloseable {

    private final StorePorts first;
    private final StorePorts second;
    private final List<TestWriter> writers = new ArrayList<>();

    public TestStore(StorePorts first, StorePorts second) {
        this.first = first;
        this.second = second;
    }

    StorePorts first() {
        return first;
    }

    StorePorts second() {
        return second;
    }

    /** Joins as a writer, and waits until it may write. */
    TestWriter writer(String id) throws InterruptedException {
        TestWriter writer = TestWriter.join(first, id);
        writers.add(writer);
        return writer;
    }

    @Override
    public void close() {
        writers.forEach(TestWriter::close);
        first.close();
        second.close();
    }
}
