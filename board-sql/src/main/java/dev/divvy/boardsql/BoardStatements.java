package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.TableNames;
import java.time.Duration;

/**
 * The statements of the board, each by primary key. Rows are always locked in this order: the application's own, then the fence, then the
 * board, then the beat; so nobody waits in a circle.
 */
final class BoardStatements {

    private static final String CARD =
            "f.acknowledged, b.member, b.incarnation, b.beat, b.state, b.weight, b.zone, b.address,"
                    + " b.time_to_live_ns";

    final String board;
    final String groups;
    final String makeBoard;
    final String makeFence;
    final String fence;
    final String fenceAtOnce;
    final String publisher;
    final String proof;
    final String enter;
    final String leave;
    final String acknowledge;
    final String insertBeat;
    final String beat;
    final String fenceIsThere;
    final String beatIsThere;
    final String lockBeat;
    final String removeBeat;
    final String card;
    final String scan;
    final String allocation;
    final String publishFirst;
    final String publishNext;
    final String clearShares;
    final String share;

    BoardStatements(TableNames naming, Dialect dialect, Duration idle) {
        String boards = naming.table("board");
        String fences = naming.table("fence");
        String beats = naming.table("beat");
        String shares = naming.table("share");
        String one = " WHERE group_name = ? AND member = ?";
        String joined =
                " FROM " + beats + " b JOIN " + fences + " f ON f.group_name = b.group_name AND f.member = b.member";

        board = "SELECT 1 FROM " + boards + " WHERE group_name = ?";
        groups = "SELECT group_name FROM " + boards + " ORDER BY group_name";
        makeBoard = "INSERT INTO " + boards + " (group_name, origin) VALUES (?, ?)";
        makeFence = "INSERT INTO " + fences
                + " (group_name, member, incarnation, present, acknowledged) VALUES (?, ?, 0, FALSE, 0)";

        String limit = dialect.idleLimit(idle);
        String row = "SELECT incarnation, present, acknowledged" + limit + " FROM " + fences + one;
        fence = row + " FOR UPDATE";
        fenceAtOnce = row + dialect.exclusiveAtOnce();
        publisher = row + dialect.shared();
        proof = "SELECT incarnation, present, (SELECT lineage FROM " + boards + " WHERE group_name = ?)" + limit
                + " FROM " + fences + one + dialect.shared();
        enter = "UPDATE " + fences + " SET incarnation = ?, present = TRUE, acknowledged = ?" + one;
        leave = "UPDATE " + fences + " SET present = FALSE" + one;
        acknowledge = "UPDATE " + fences + " SET acknowledged = ?" + one;

        insertBeat = "INSERT INTO " + beats + " (beat, state, weight, zone, address, time_to_live_ns, expires_at,"
                + " group_name, member, incarnation) VALUES (?, ?, ?, ?, ?, ?, " + dialect.nowPlusMillis()
                + ", ?, ?, ?)";
        beat = "UPDATE " + beats + " SET beat = ?, state = ?, weight = ?, zone = ?, address = ?, time_to_live_ns = ?,"
                + " expires_at = " + dialect.nowPlusMillis() + one + " AND incarnation = ? AND beat < ?";
        fenceIsThere = "SELECT 1 FROM " + fences + one;
        beatIsThere = "SELECT 1 FROM " + beats + one;
        lockBeat = "SELECT beat FROM " + beats + one + " FOR UPDATE";
        removeBeat = "DELETE FROM " + beats + one;
        card = "SELECT " + CARD + joined + " WHERE b.group_name = ? AND b.member = ?";

        scan = "SELECT g.origin, g.lineage, g.epoch, " + CARD + " FROM " + boards + " g LEFT JOIN (" + beats
                + " b JOIN "
                + fences + " f ON f.group_name = b.group_name AND f.member = b.member) ON b.group_name = g.group_name"
                + " WHERE g.group_name = ? ORDER BY b.member";
        allocation = "SELECT lineage, epoch, allocation FROM " + boards + " WHERE group_name = ?";
        String publish =
                "UPDATE " + boards + " SET lineage = ?, epoch = ?, allocation = ?, published_by = ?, published_at = "
                        + dialect.now() + " WHERE group_name = ? AND ";
        publishFirst = publish + "lineage IS NULL";
        publishNext = publish + "lineage = ? AND epoch = ?";
        clearShares = "DELETE FROM " + shares + " WHERE group_name = ?";
        share = "INSERT INTO " + shares + " (group_name, member, pieces, assigned, total) VALUES (?, ?, ?, ?, ?)";
    }
}
