package dev.divvy.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.utils.ScreenTerminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveScreenTest {

    private static final String LONG_LINE = "0123456789".repeat(12);

    private ScreenTerminal emulator;
    private org.jline.terminal.Terminal terminal;
    private LiveScreen screen;

    @BeforeEach
    void openATerminalOf80Columns() throws IOException {
        ScreenTerminal.VirtualTerminal virtual = ScreenTerminal.withTerminal("test", "xterm", 80, 24);
        emulator = virtual.screen();
        terminal = virtual.terminal();
        screen = LiveScreen.on(terminal);
    }

    @Test
    void linesAreCutToTheWidthAndDrawnWhereTheLastOnesWere() {
        screen.draw(List.of("first", LONG_LINE, "third"));
        assertThat(shown()).containsExactly("first", LONG_LINE.substring(0, 79), "third");
        screen.draw(List.of("other", "lines"));
        assertThat(shown()).containsExactly("other", "lines");
    }

    @Test
    void aTerminalThatDoesNotKnowItsSizeCountsAs80By24() {
        terminal.setSize(Size.of(0, 0));
        screen.draw(List.of("first", LONG_LINE));
        assertThat(shown()).containsExactly("first", LONG_LINE.substring(0, 79));
    }

    @Test
    void printedLinesStayAboveDrawnLines() {
        screen.draw(List.of("a", "b"));
        screen.say("said");
        screen.draw(List.of("c", "d"));
        screen.say("said later");
        screen.draw(List.of("e"));
        assertThat(shown()).containsExactly("said", "said later", "e");
    }

    @Test
    void afterAResizeLinesAreCutToTheNewWidth() {
        screen.draw(List.of(LONG_LINE));
        for (int columns : List.of(100, 40)) {
            Size size = Size.of(columns, 24);
            emulator.setSize(size);
            terminal.setSize(size);
            screen.draw(List.of(LONG_LINE, "end"));
            assertThat(shown()).endsWith(LONG_LINE.substring(0, columns - 1), "end");
        }
    }

    @Test
    void moreLinesThanRowsAreLeftOut() {
        screen.draw("x\n".repeat(30).lines().toList());
        screen.draw("y\n".repeat(30).lines().toList());
        assertThat(shown()).hasSize(23).containsOnly("y");
    }

    @Test
    void thereIsRoomForWhatFitsBesideTheCursor() {
        assertThat(screen.hasRoomFor(79, 23)).isTrue();
        assertThat(screen.hasRoomFor(80, 23)).isFalse();
        assertThat(screen.hasRoomFor(79, 24)).isFalse();
    }

    @Test
    void whereThereIsNoTerminalLinesAreOnlyPrinted() {
        StringWriter printed = new StringWriter();
        try (LiveScreen plain = LiveScreen.plain(new PrintWriter(printed))) {
            plain.draw(List.of(LONG_LINE));
            plain.say("said");
            assertThat(plain.isDrawn()).isFalse();
            assertThat(plain.hasRoomFor(1, 1)).isFalse();
        }
        assertThat(printed.toString().lines()).containsExactly(LONG_LINE, "said");
    }

    private List<String> shown() {
        terminal.flush();
        long[] cells = new long[emulator.getColumns() * emulator.getRows()];
        emulator.dump(cells, new int[2]);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            int letter = ScreenTerminal.cellCodePoint(cells[i]);
            text.appendCodePoint(letter == 0 ? ' ' : letter);
            if ((i + 1) % emulator.getColumns() == 0) {
                text.append('\n');
            }
        }
        return text.toString()
                .stripTrailing()
                .lines()
                .map(String::stripTrailing)
                .toList();
    }
}
