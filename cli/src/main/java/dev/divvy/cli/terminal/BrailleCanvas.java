package dev.divvy.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * A picture of coloured dots for a terminal. A braille character shows two dots beside each other and four below each other, which makes
 * their distances about equal; it has one colour, that of most of its dots.
 */
public final class BrailleCanvas {

    public static final int DOTS_PER_COLUMN = 2;
    public static final int DOTS_PER_ROW = 4;

    private static final char NO_DOTS = '\u2800';
    private static final int NONE = -1;

    /** The bits of the dots of a character, by row and column. */
    private static final int[][] BITS = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

    private final int columns;
    private final int rows;
    private final char[][] text;
    private final List<List<Cell>> cells = new ArrayList<>();

    /** The dots of one character. */
    private static final class Cell {

        private int bits;
        private final List<Integer> colours = new ArrayList<>();

        /** Returns the colour of most dots; of those with equally many the first. */
        int colour() {
            int best = NONE;
            long most = 0;
            for (int colour : colours) {
                long count = colours.stream().filter(other -> other == colour).count();
                if (count > most) {
                    best = colour;
                    most = count;
                }
            }
            return best;
        }
    }

    public BrailleCanvas(int columns, int rows) {
        this.columns = columns;
        this.rows = rows;
        this.text = new char[rows][columns];
        for (int row = 0; row < rows; row++) {
            List<Cell> line = new ArrayList<>();
            for (int column = 0; column < columns; column++) {
                line.add(new Cell());
            }
            cells.add(line);
        }
    }

    /** Sets a dot in the colour of the member with this index. */
    public void dot(int x, int y, int member) {
        Cell cell = cells.get(y / DOTS_PER_ROW).get(x / DOTS_PER_COLUMN);
        cell.bits |= BITS[y % DOTS_PER_ROW][x % DOTS_PER_COLUMN];
        cell.colours.add(member);
    }

    /** Writes text into the middle of a row, over its dots; text that is longer than the row is cut. */
    public void write(int row, String words) {
        int length = Math.min(columns, words.length());
        words.getChars(0, length, text[row], (columns - length) / 2);
    }

    /** Returns the picture, one line per row; each takes the whole width. */
    public List<String> lines(TerminalColours colours) {
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            StringBuilder line = new StringBuilder();
            for (int column = 0, end; column < columns; column = end) {
                int colour = colour(row, column);
                StringBuilder run = new StringBuilder();
                for (end = column; end < columns && colour(row, end) == colour; end++) {
                    run.append(character(row, end));
                }
                line.append(colour == NONE ? run : colours.member(colour, run.toString()));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private int colour(int row, int column) {
        return text[row][column] == 0 ? cells.get(row).get(column).colour() : NONE;
    }

    private char character(int row, int column) {
        int bits = cells.get(row).get(column).bits;
        if (text[row][column] != 0) {
            return text[row][column];
        }
        return bits == 0 ? ' ' : (char) (NO_DOTS + bits);
    }
}
