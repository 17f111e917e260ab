package dev.divvy.cli.terminal;

import java.io.IOError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jline.terminal.Size;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jspecify.annotations.Nullable;

/** Lines that are redrawn in place on a terminal; plain lines where the output is not a terminal. */
public final class LiveScreen implements AutoCloseable {

    private static final Size USUAL_SIZE = Size.of(80, 24);

    private final PrintWriter out;
    private final @Nullable Canvas canvas;

    private boolean gone;

    private LiveScreen(PrintWriter out, @Nullable Canvas canvas) {
        this.out = out;
        this.canvas = canvas;
    }

    /** A terminal, and the lines that JLine has drawn on it. */
    private record Canvas(org.jline.terminal.Terminal terminal, Display display) {}

    /** Returns a screen on the terminal that the output goes to; one that prints plain lines if there is none. */
    public static LiveScreen open(PrintWriter out) {
        return ProgressLine.isInteractive()
                ? systemTerminal().map(LiveScreen::on).orElseGet(() -> plain(out))
                : plain(out);
    }

    /** Returns a screen that prints lines one below the other. */
    public static LiveScreen plain(PrintWriter out) {
        return new LiveScreen(out, null);
    }

    /** Returns a screen that draws on this terminal. */
    static LiveScreen on(org.jline.terminal.Terminal terminal) {
        return new LiveScreen(terminal.writer(), new Canvas(terminal, new Display(terminal, false)));
    }

    /** Opens the terminal without signals: JLine would take Ctrl-C away from {@link StopSignal}. */
    private static Optional<org.jline.terminal.Terminal> systemTerminal() {
        try {
            return Optional.of(TerminalBuilder.builder()
                    .name("divvy")
                    .system(true)
                    .nativeSignals(false)
                    .dumb(false)
                    .build());
        } catch (IOException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    /** Whether lines are redrawn in place, so that drawing often does no harm. */
    public boolean isDrawn() {
        return canvas != null;
    }

    /** Whether the terminal was closed; nothing is drawn any more. */
    public boolean isGone() {
        return gone;
    }

    /** Whether it can draw so many columns and rows of any characters, such as braille. */
    public boolean hasRoomFor(int columns, int rows) {
        if (canvas == null || !StandardCharsets.UTF_8.equals(canvas.terminal().encoding())) {
            return false;
        }
        Size size = size(canvas.terminal().getSize());
        return size.getColumns() > columns && size.getRows() > rows;
    }

    /** Draws these lines over the previous ones, each cut to the current width of the terminal. They may have colours. */
    public void draw(List<String> lines) {
        if (canvas == null) {
            lines.forEach(out::println);
            out.flush();
            return;
        }
        Size size = size(canvas.terminal().getSize());
        canvas.display().resize(size);
        int width = size.getColumns() - 1;
        List<AttributedString> cut = lines.stream()
                .limit(size.getRows() - 1L)
                .map(line -> AttributedString.fromAnsi(line).columnSubSequence(0, width))
                .toList();
        update(
                canvas,
                AttributedString.join(new AttributedString("\n"), cut)
                        .columnSplitLength(
                                size.getColumns(), true, canvas.display().delayLineWrap()),
                -1);
    }

    private void update(Canvas on, List<AttributedString> lines, int cursor) {
        if (gone) {
            return;
        }
        try {
            on.display().update(lines, cursor);
        } catch (IOError e) {
            gone = true;
        }
    }

    /** Terminals in containers and below other programs may not know their size. */
    private static Size size(Size told) {
        return told.getColumns() > 1 && told.getRows() > 1 ? told : USUAL_SIZE;
    }

    /** Prints a line that stays; later lines are drawn below it. */
    public void say(String line) {
        clear();
        out.println(line);
        out.flush();
    }

    private void clear() {
        if (canvas != null) {
            update(canvas, List.of(), 0);
        }
    }

    @Override
    public void close() {
        if (canvas != null) {
            try {
                out.println();
                canvas.terminal().close();
            } catch (IOException e) {
                // Nothing more can be done for the terminal.
            }
        }
    }
}
