package dev.divvy.boardsql;

import dev.divvy.testkit.contract.BoardContract;

/** The contract of all boards on one place. */
abstract class SqlBoardContract extends SqlBoardFixture implements BoardContract {

    SqlBoardContract(Place place) {
        super(place);
    }
}
