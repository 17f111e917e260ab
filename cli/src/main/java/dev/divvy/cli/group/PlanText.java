package dev.divvy.cli.group;

import dev.divvy.cli.report.WordList;
import dev.divvy.console.view.PlanView;
import java.util.ArrayList;
import java.util.List;

/** Formats a plan as lines of text. */
final class PlanText {

    private PlanText() {}

    static List<String> lines(PlanView plan) {
        String divides = plan.divides();
        if (divides == null) {
            return List.of("nothing is divided yet");
        }
        List<String> lines = new ArrayList<>();
        lines.add("if " + WordList.of(plan.changes()) + ", " + plan.moved() + " of " + plan.pieces() + " "
                + (plan.pieces() == 1 ? divides.replaceFirst("s$", "") : divides)
                + " would move, the fewest possible is " + plan.fewest());
        plan.moves()
                .forEach(move -> lines.add(move.pieces() + " from " + (move.from() == null ? "nobody" : move.from())
                        + " to " + (move.to() == null ? "nobody" : move.to())));
        return lines;
    }
}
