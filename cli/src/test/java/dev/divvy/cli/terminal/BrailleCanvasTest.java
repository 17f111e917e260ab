package dev.divvy.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BrailleCanvasTest {

    private static final TerminalColours PLAIN = new TerminalColours(false);
    private static final TerminalColours COLOURED = new TerminalColours(true);

    @ParameterizedTest
    @CsvSource({"0,0,⠁", "1,0,⠈", "0,1,⠂", "1,1,⠐", "0,2,⠄", "1,2,⠠", "0,3,⡀", "1,3,⢀"})
    void aDotIsWhereItsCharacterHasIt(int x, int y, String character) {
        BrailleCanvas canvas = new BrailleCanvas(1, 1);
        canvas.dot(x, y, 0);
        assertThat(canvas.lines(PLAIN)).containsExactly(character);
    }

    @Test
    void everyLineTakesTheWholeWidth() {
        BrailleCanvas canvas = new BrailleCanvas(3, 2);
        canvas.dot(5, 7, 0);
        assertThat(canvas.lines(PLAIN)).containsExactly("   ", "  ⢀");
    }

    @Test
    void aCharacterHasTheColourOfMostOfItsDots() {
        BrailleCanvas canvas = new BrailleCanvas(1, 1);
        canvas.dot(0, 0, 3);
        canvas.dot(0, 1, 2);
        canvas.dot(0, 2, 2);
        assertThat(canvas.lines(COLOURED)).containsExactly(COLOURED.member(2, "⠇"));
    }

    @Test
    void neighboursOfOneColourArePaintedTogether() {
        BrailleCanvas canvas = new BrailleCanvas(4, 1);
        for (int x = 0; x < 8; x++) {
            canvas.dot(x, 0, x / 4);
        }
        assertThat(canvas.lines(COLOURED)).containsExactly(COLOURED.member(0, "⠉⠉") + COLOURED.member(1, "⠉⠉"));
    }

    static Stream<String> words() {
        return Stream.of("mid", "longer than the row");
    }

    @ParameterizedTest
    @MethodSource("words")
    void textStandsInTheMiddleOverTheDots(String words) {
        BrailleCanvas canvas = new BrailleCanvas(5, 1);
        for (int x = 0; x < 10; x++) {
            canvas.dot(x, 0, 0);
        }
        canvas.write(0, words);
        assertThat(canvas.lines(PLAIN)).containsExactly(words.length() < 5 ? "⠉mid⠉" : words.substring(0, 5));
    }
}
