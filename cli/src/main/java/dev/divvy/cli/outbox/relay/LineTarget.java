package dev.divvy.cli.outbox.relay;

import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;

/**
 * Writes each event as a line of JSON. When a write fails, the command is asked to stop, and the workers keep the events in progress until
 * the processor has stopped: these events are neither completed nor failed, and the next processor finds them unchanged.
 */
final class LineTarget implements RelayTarget {

    /** Writes lines; a failure is an {@link IOException} whose message is a sentence. */
    interface Output {
        void write(String lines) throws IOException;

        default void close() {}
    }

    private final Output output;
    private final StopSignal stop;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile String problem = "";

    LineTarget(Output output, StopSignal stop) {
        this.output = output;
        this.stop = stop;
    }

    @Override
    public HandlingMode handling() {
        return HandlingMode.batch(this::write);
    }

    private void write(List<Event> events) throws IOException, InterruptedException {
        try {
            synchronized (this) {
                output.write(EventLine.of(events));
            }
        } catch (ClosedByInterruptException timedOut) {
            throw timedOut;
        } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
            stop.ask(problem);
            stopped.await();
            throw new CancellationException(problem);
        }
    }

    @Override
    public String problem() {
        return problem;
    }

    @Override
    public void release() {
        stopped.countDown();
    }

    @Override
    public synchronized void close() {
        output.close();
    }
}
