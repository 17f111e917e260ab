package dev.divvy.cli.outbox;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Pieces that have their numbers for names, which the board lists one by one in the order of text, as ranges. */
final class Ranges {

    private static final String CUT = "...";

    private Ranges() {}

    /** Anything but a list of numbers stays as it is. */
    static String of(String pieces) {
        if (!pieces.matches("[0-9]{1,9}(, [0-9]{1,9})*(, [0-9]{0,9},? ?\\.\\.\\.)?")) {
            return pieces;
        }
        NavigableSet<Integer> numbers = new TreeSet<>();
        // A list that was too long for the board may end inside a number.
        boolean cut = pieces.endsWith(CUT);
        String whole = cut ? pieces.substring(0, pieces.lastIndexOf(", ")) : pieces;
        for (String number : whole.split(", ", -1)) {
            numbers.add(Integer.parseInt(number));
        }
        return String.join(", ", runs(numbers)) + (cut ? ", " + CUT : "");
    }

    private static List<String> runs(NavigableSet<Integer> numbers) {
        List<String> runs = new ArrayList<>();
        for (int first : numbers) {
            if (!numbers.contains(first - 1)) {
                int last = first;
                while (numbers.contains(last + 1)) {
                    last++;
                }
                runs.add(first == last ? Integer.toString(first) : first + "-" + last);
            }
        }
        return runs;
    }
}
