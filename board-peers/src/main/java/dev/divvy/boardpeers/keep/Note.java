package dev.divvy.boardpeers.keep;

import dev.divvy.boardpeers.call.Question;
import dev.divvy.boardpeers.call.Reply;
import java.util.List;

/** What one node says to another. Between two nodes notes arrive in order, or not at all. */
public sealed interface Note {

    /**
     * A question to the keeper.
     *
     * @param line whose time the asker's copy is of
     */
    record Ask(long number, String line, Question question) implements Note {}

    record Answer(long number, Reply reply) implements Note {}

    /**
     * From the keeper: something changed.
     *
     * @param stamp of the book after it
     * @param confirm whether the keeper waits until somebody has it
     */
    record Changed(Stamp stamp, String group, Change change, boolean confirm) implements Note {}

    /** From the keeper: all of it. */
    record Whole(Book book) implements Note {}

    /** From the keeper: who is in the company now. */
    record Mark(Stamp stamp, List<String> marked) implements Note {}

    /**
     * To the keeper: I have everything up to here.
     *
     * @param stranger whether what I had before is not part of it: I come from another side of a split
     */
    record Kept(Stamp stamp, boolean stranger) implements Note {}

    /** To the keeper: send me all of it. */
    record Lacking() implements Note {}

    /** From one who is about to keep the boards: what copy do you have? */
    record Collect(long company) implements Note {}

    record Collected(long company, Copy copy) implements Note {}

    /** From one who is about to keep the boards: give me yours. */
    record Fetch(long company) implements Note {}

    record Given(long company, Book book) implements Note {}

    /** I go in good order; my process may live on. */
    record Farewell() implements Note {}
}
