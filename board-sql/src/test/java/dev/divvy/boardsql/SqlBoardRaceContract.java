package dev.divvy.boardsql;

import dev.divvy.testkit.contract.BoardRaceContract;

/** The part of the contract that concerns concurrent requests, on one database. */
abstract class SqlBoardRaceContract extends SqlBoardFixture implements BoardRaceContract {

    SqlBoardRaceContract(TestDatabase database) {
        super(database);
    }
}
