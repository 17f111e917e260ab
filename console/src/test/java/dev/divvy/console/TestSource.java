package dev.divvy.console;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A source whose values a test sets. */
final class TestSource implements ConsoleSource {

    record Status(String zebra, int apple, @Nullable String nothing, List<Row> rows) {}

    record Row(String name, double share) {}

    volatile Readiness readiness = Readiness.ready("ready for the test");
    volatile boolean fails;

    /** If not null, calls block until it is counted down. */
    volatile @Nullable CountDownLatch gate;

    @Override
    public Record status() {
        pass();
        if (fails) {
            throw new IllegalStateException("the database is away\nand says so on two lines");
        }
        return new Status("z <script>", 1, null, List.of(new Row("\u202e\u0000\uD83D\uDE00", 0.5)));
    }

    @Override
    public Readiness readiness() {
        pass();
        return readiness;
    }

    @Override
    public String metrics() {
        pass();
        return "test_value 1.0\n";
    }

    private void pass() {
        CountDownLatch closed = gate;
        if (closed != null) {
            try {
                closed.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        }
    }
}
