package dev.divvy.console;

import dev.divvy.testservers.Await;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A source whose values a test sets. */
final class TestSource implements ConsoleSource {

    final SampleGroup group = SampleGroup.ofTokens(64, "n1", "n2", "n3 <script>\u202e\uD83D\uDE00");

    volatile Readiness readiness = Readiness.ready("ready for the test");
    volatile boolean fails;
    volatile Optional<Operations> operations = Optional.empty();

    /** If not null, calls block until it is counted down. */
    volatile @Nullable CountDownLatch gate;

    /** Starts a server on any free port, and returns it when it has looked at this source. */
    ConsoleServer serve() throws Exception {
        ConsoleServer server = ConsoleServer.start(
                ConsoleSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), this);
        Await.until("the first look", () -> {
            return HttpResult.get(server, "/api/why?product=cache&key=a").status() == 200;
        });
        return server;
    }

    @Override
    public List<ProductSnapshot> products() {
        pass();
        if (fails) {
            throw new IllegalStateException("the database is away\nand says so on two lines");
        }
        synchronized (group) {
            return List.of(group.snapshot());
        }
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

    @Override
    public Optional<Operations> operations() {
        return operations;
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
