package dev.divvy.cli.outbox.relay;

import dev.divvy.cli.terminal.Stop;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Handling;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The end of a file that other processes may write to as well: a batch is one write, so that lines of several never mix, and it is on the
 * disk before its events are completed.
 */
final class FileTarget implements Target {

    private final Path file;
    private final Closing closing;

    /** Guarded by this: an interrupted writer closes it, and the next one opens it anew. */
    private FileChannel channel;

    /** Guarded by this: whether the last write ended inside a line. */
    private boolean torn;

    FileTarget(Path file, Stop stop) throws IOException {
        this.file = file;
        this.closing = new Closing(stop);
        this.channel = open(file);
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public Handling handling() {
        return Handling.batch(this::write);
    }

    private void write(List<Event> events) throws IOException, InterruptedException {
        try {
            append(EventLine.of(events));
        } catch (ClosedByInterruptException tookTooLong) {
            throw tookTooLong;
        } catch (IOException e) {
            closing.because("cannot write " + file + ": " + e.getMessage());
        }
    }

    private synchronized void append(String lines) throws IOException {
        if (!channel.isOpen()) {
            channel = open(file);
        }
        ByteBuffer bytes = ByteBuffer.wrap((torn ? "\n" + lines : lines).getBytes(StandardCharsets.UTF_8));
        try {
            channel.write(bytes);
            while (bytes.hasRemaining()) {
                // A disk that is nearly full takes a part; the rest says why.
                channel.write(bytes);
            }
            torn = false;
            // Files only: a pipe or a device has nothing to keep.
            if (Files.isRegularFile(file)) {
                channel.force(false);
            }
        } catch (IOException e) {
            torn = torn || (bytes.position() > 0 && bytes.hasRemaining());
            throw e;
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
    public synchronized void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Everything that was completed was forced to the disk before.
        }
    }
}
