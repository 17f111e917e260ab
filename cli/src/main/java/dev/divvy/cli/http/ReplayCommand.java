package dev.divvy.cli.http;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.FileErrorText;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.console.ConsoleServer;
import dev.divvy.console.ConsoleSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code divvy replay}: shows a file that the dashboard saved. */
@Command(name = "replay")
public final class ReplayCommand extends BaseCommand implements Runnable {

    private static final int MOST_BYTES = 64 << 20;

    @Parameters(paramLabel = "<file>", descriptionKey = "replay-file")
    private Path file = Path.of("");

    @Mixin
    private final HttpOptions http = new HttpOptions();

    @Override
    public void run() {
        ConsoleSettings settings = http.settings(HttpOptions.USUAL_PORT);
        String replay = read();
        try (StopSignal stop = StopSignal.onSignals();
                ConsoleServer server = start(settings, replay)) {
            out().println("replay of " + file + " at " + server.replayUrl() + " until Ctrl-C");
            out().flush();
            stop.await();
        }
    }

    private String read() {
        // A pipe or a device does not tell its size.
        try (InputStream bytes = Files.newInputStream(file)) {
            byte[] content = bytes.readNBytes(MOST_BYTES + 1);
            if (content.length > MOST_BYTES) {
                throw Failure.failed(file + " is larger than a replay can be");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Failure.failed(file + ": it is not text in UTF-8");
        } catch (IOException e) {
            throw Failure.failed("cannot read " + file + ": " + FileErrorText.of(e));
        }
    }

    private ConsoleServer start(ConsoleSettings settings, String replay) {
        try {
            return http.start(settings, at -> ConsoleServer.startReplay(at, replay));
        } catch (IllegalArgumentException e) {
            throw Failure.failed(file + ": " + e.getMessage());
        }
    }
}
