package dev.divvy.boardsql;

import dev.divvy.testkit.contract.BoardContract;

/** The contract of all boards, on one database. */
abstract class SqlBoardContract extends SqlBoardFixture implements BoardContract {

    SqlBoardContract(TestDatabase database) {
        super(database);
    }
}
