package dev.divvy.cli.group;

import dev.divvy.coordination.board.Sighting;

/** The board of a group that is there, to be looked at. Looking changes nothing. */
interface BoardReader extends AutoCloseable {

    Sighting look();

    @Override
    void close();

    /** Whether anybody was ever here. */
    static boolean isUsed(Sighting seen) {
        return seen.version().isPresent() || !seen.cards().isEmpty();
    }
}
