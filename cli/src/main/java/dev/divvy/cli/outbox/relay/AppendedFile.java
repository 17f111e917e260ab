package dev.divvy.cli.outbox.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file to which other processes may append as well: the lines of a batch are one write, so that they never mix with lines of other
 * processes, and they are on the disk before their events are completed. Used by one thread at a time.
 */
final class AppendedFile implements LineTarget.Output {

    private final Path file;

    /** An interrupted writer closes it, and the next one opens it again. */
    private FileChannel channel;

    /** Whether the last write ended inside a line. */
    private boolean torn;

    AppendedFile(Path file) throws IOException {
        this.file = file;
        this.channel = open(file);
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public void write(String lines) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((torn ? "\n" + lines : lines).getBytes(StandardCharsets.UTF_8));
        try {
            if (!channel.isOpen()) {
                channel = open(file);
            }
            while (bytes.hasRemaining()) {
                // A disk that is nearly full takes a part; the next write then fails with the reason.
                channel.write(bytes);
            }
            torn = false;
            // Regular files only: a pipe or a device has nothing to sync.
            if (Files.isRegularFile(file)) {
                channel.force(false);
            }
        } catch (IOException e) {
            torn = torn || (bytes.position() > 0 && bytes.hasRemaining());
            throw e instanceof ClosedByInterruptException
                    ? e
                    : new IOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Everything that was completed was forced to the disk before.
        }
    }
}
