package dev.divvy.distributor.store;

import dev.divvy.coordination.board.Board;

/**
 * Where services and units are listed and one table hangs. Making one asks nothing of the server behind it, which may be away: then
 * every method of every part throws {@link StoreTroubleException} until it is back. All of it is for any thread.
 */
public interface Store extends AutoCloseable {

    NameLists names();

    /** For the one who writes the table. */
    Sheets sheets();

    /** For the services that read it. */
    Postings postings();

    /** Where the instances meet that want to write this table: the writer's card is on it when {@link Sheets#replace} succeeds. */
    Board board();

    @Override
    void close();
}
