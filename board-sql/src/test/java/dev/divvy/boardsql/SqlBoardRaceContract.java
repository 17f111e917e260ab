package dev.divvy.boardsql;

import dev.divvy.testkit.contract.BoardRaceContract;

/** The duties of racing requests on one place. */
abstract class SqlBoardRaceContract extends SqlBoardFixture implements BoardRaceContract {

    SqlBoardRaceContract(Place place) {
        super(place);
    }
}
