package dev.divvy.boardpeers.call;

import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Sighting;

/** What the keeper answers. */
public sealed interface Reply {

    record Admitted(Admission admission) implements Reply {}

    record Seen(Sighting sighting) implements Reply {}

    /** To a pulse of one whose card is not there. */
    record Ejected() implements Reply {}

    /** Whether an allocation hangs there, or a card is off. */
    record Done(boolean yes) implements Reply {}

    /** Nothing was done and nothing will be: whoever was asked does not keep the boards, or not yet. */
    record NotNow() implements Reply {}

    /** It would be too much, or who was asked went. */
    record Trouble(String why) implements Reply {}
}
