package dev.divvy.boardsql;

import dev.divvy.boardsql.dialect.Dialect;
import dev.divvy.boardsql.jdbc.TableNames;
import java.time.Duration;
import java.util.Optional;

/**
 * The statements of the board, each by primary key. Rows are always locked in this order: the application's own, then the fence, then the
 * board, then the beat; so no two transactions wait for each other.
 */
final class BoardStatements {

    private static final String CARD =
            "f.acknowledged, b.member, b.incarnation, b.beat, b.state, b.weight, b.zone, b.address,"
                    + " b.time_to_live_ns, b.settled, b.wire_version, b.abilities, b.restriction";

    final String boardExists;
    final String selectGroups;
    final String insertBoard;
    final String insertFence;
    final String lockFence;
    final String lockFenceNoWait;
    final String lockFenceShared;
    final String verifyHold;
    final String admit;
    final String eject;
    final String oldFences;
    final String deleteOldFence;
    final String acknowledge;
    final String insertBeat;
    final String updateBeat;

    /** Does {@link #updateBeat} and {@link #scan} at once, with the number of beats as the first column; empty where that takes two. */
    final Optional<String> pulse;

    final String settle;
    final String fenceExists;
    final String beatExists;
    final String lockBeat;
    final String deleteBeat;
    final String selectCard;
    final String scan;
    final String selectAllocation;
    final String publishFirst;
    final String publishNext;
    final String deleteShares;
    final String insertShare;

    BoardStatements(TableNames names, Dialect dialect, Duration idle) {
        String boards = names.table("board");
        String fences = names.table("fence");
        String beats = names.table("beat");
        String shares = names.table("share");
        String byMember = " WHERE group_name = ? AND member = ?";
        String joined =
                " FROM " + beats + " b JOIN " + fences + " f ON f.group_name = b.group_name AND f.member = b.member";

        boardExists = "SELECT 1 FROM " + boards + " WHERE group_name = ?";
        selectGroups = "SELECT group_name FROM " + boards + " ORDER BY group_name";
        insertBoard = "INSERT INTO " + boards + " (group_name, origin) VALUES (?, ?)";
        insertFence = "INSERT INTO " + fences
                + " (group_name, member, incarnation, present, acknowledged) VALUES (?, ?, 0, FALSE, 0)";

        String idleLimit = dialect.idleLimit(idle);
        String row = "SELECT incarnation, present, acknowledged" + idleLimit + " FROM " + fences + byMember;
        lockFence = row + " FOR UPDATE";
        lockFenceNoWait = row + dialect.exclusiveNoWait();
        lockFenceShared = row + dialect.shared();
        verifyHold = "SELECT incarnation, present, (SELECT lineage FROM " + boards + " WHERE group_name = ?)"
                + idleLimit + " FROM " + fences + byMember + dialect.shared();
        admit = "UPDATE " + fences + " SET incarnation = ?, present = TRUE, acknowledged = ?" + byMember;
        eject = "UPDATE " + fences + " SET present = FALSE, left_at = " + dialect.now() + byMember;
        String isOld = "present = FALSE AND left_at < " + dialect.nowPlusMillis();
        oldFences = "SELECT member FROM " + fences + " WHERE group_name = ? AND " + isOld;
        deleteOldFence = "DELETE FROM " + fences + byMember + " AND " + isOld;
        acknowledge = "UPDATE " + fences + " SET acknowledged = ?" + byMember;

        insertBeat = "INSERT INTO " + beats + " (beat, state, weight, zone, address, time_to_live_ns, expires_at,"
                + " wire_version, abilities, restriction, group_name, member, incarnation, settled) VALUES (?, ?, ?, ?, ?, ?, "
                + dialect.nowPlusMillis() + ", ?, ?, ?, ?, ?, ?, ?)";
        updateBeat = "UPDATE " + beats
                + " SET beat = ?, state = ?, weight = ?, zone = ?, address = ?, time_to_live_ns = ?,"
                + " expires_at = " + dialect.nowPlusMillis() + ", wire_version = ?, abilities = ?, restriction = ?"
                + byMember
                + " AND incarnation = ? AND beat < ?";
        settle =
                "UPDATE " + beats + " SET settled = ?" + byMember + " AND incarnation = ? AND beat = ? AND settled < ?";
        fenceExists = "SELECT 1 FROM " + fences + byMember;
        beatExists = "SELECT 1 FROM " + beats + byMember;
        lockBeat = "SELECT beat FROM " + beats + byMember + " FOR UPDATE";
        deleteBeat = "DELETE FROM " + beats + byMember;
        selectCard = "SELECT " + CARD + joined + " WHERE b.group_name = ? AND b.member = ?";

        String board = "g.origin, g.lineage, g.epoch, " + CARD;
        String ofGroup = boards + " g LEFT JOIN (" + beats
                + " b JOIN "
                + fences + " f ON f.group_name = b.group_name AND f.member = b.member) ON b.group_name = g.group_name"
                + " WHERE g.group_name = ? ORDER BY b.member";
        scan = "SELECT 0, " + board + " FROM " + ofGroup;
        pulse = dialect.updateAndSelect(updateBeat, board, ofGroup);
        selectAllocation = "SELECT lineage, epoch, allocation FROM " + boards + " WHERE group_name = ?";
        String publish =
                "UPDATE " + boards + " SET lineage = ?, epoch = ?, allocation = ?, published_by = ?, published_at = "
                        + dialect.now() + " WHERE group_name = ? AND ";
        publishFirst = publish + "lineage IS NULL";
        publishNext = publish + "lineage = ? AND epoch = ?";
        deleteShares = "DELETE FROM " + shares + " WHERE group_name = ?";
        insertShare = "INSERT INTO " + shares + " (group_name, member, pieces, assigned, total) VALUES (?, ?, ?, ?, ?)";
    }
}
