package dev.divvy.coordination.step;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Change;
import dev.divvy.allocation.plan.Terms;
import java.util.List;
import java.util.Optional;

/** How what operators asked through this member is answered: by a publication, by what is so already, or with a refusal. */
final class Answering {

    private Answering() {}

    /** What was asked up to this number and is so already, or cannot be, is answered by what was seen. */
    static Turn seen(Standing before, long upTo) {
        if (before.view().allocation().isEmpty()) {
            return Turn.to(before);
        }
        Terms today = new Terms(
                before.view().allocation().get().pieces(),
                before.view().eligible(),
                before.view().allocation().get().directives());
        List<Asked> known =
                before.asked().stream().filter(asked -> asked.number() <= upTo).toList();
        Wishes wishes = Wishes.of(today, known);
        Turn turn = Turn.to(before);
        for (Asked asked : known) {
            Optional<String> refusal = Optional.ofNullable(wishes.refused().get(asked));
            if (refusal.isPresent() || wishes.terms().equals(today)) {
                turn = turn.then(answered(turn.standing(), asked, refusal));
            }
        }
        return turn;
    }

    /** What was asked is in an allocation that was published. */
    static Turn published(Standing before, List<Asked> done) {
        Turn turn = Turn.to(before);
        for (Asked asked : done) {
            turn = turn.then(answered(turn.standing(), asked, Optional.empty()));
        }
        return turn;
    }

    /** A job that was asked for and not published goes with its life: nobody could run it. */
    static Turn ejected(Standing before, Incarnation life) {
        Turn turn = Turn.to(before);
        for (Asked asked : before.asked()) {
            if (asked.change().equals(new Change.Exclusive(life))) {
                turn = turn.then(answered(turn.standing(), asked, Optional.of(life + " was taken off the board")));
            }
        }
        return turn;
    }

    private static Turn answered(Standing before, Asked asked, Optional<String> refusal) {
        if (!before.asked().contains(asked)) {
            return Turn.to(before);
        }
        return Turn.to(
                before.asking(before.asked().stream()
                        .filter(one -> one.number() != asked.number())
                        .toList()),
                new Event.Answered(asked, refusal));
    }
}
