package dev.divvy.cli.up;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** The lines of a file that grows, counted without reading any of them twice. */
final class Tally {

    private final Path file;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private long read;
    private long lines;

    Tally(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    long count() {
        if (!Files.exists(file)) {
            return lines;
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(read);
            while (channel.read(buffer.clear()) > 0) {
                buffer.flip();
                read += buffer.remaining();
                while (buffer.hasRemaining()) {
                    if (buffer.get() == '\n') {
                        lines++;
                    }
                }
            }
        } catch (IOException e) {
            // Counted at the next look.
        }
        return lines;
    }
}
