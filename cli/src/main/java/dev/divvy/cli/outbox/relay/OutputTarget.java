package dev.divvy.cli.outbox.relay;

import dev.divvy.cli.terminal.Stop;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Handling;
import java.io.PrintWriter;
import java.util.List;

/** Standard output. When its reader went away, that is the end. */
final class OutputTarget implements Target {

    private final PrintWriter out;
    private final Closing closing;

    OutputTarget(PrintWriter out, Stop stop) {
        this.out = out;
        this.closing = new Closing(stop);
    }

    @Override
    public Handling handling() {
        return Handling.batch(this::write);
    }

    private void write(List<Event> events) throws InterruptedException {
        boolean failed;
        synchronized (this) {
            out.print(EventLine.of(events));
            // Flushes first.
            failed = out.checkError();
        }
        if (failed) {
            closing.because("the reader of the output went away");
        }
    }

    @Override
    public String trouble() {
        return closing.trouble();
    }

    @Override
    public void letGo() {
        closing.letGo();
    }

    @Override
    public void close() {}
}
