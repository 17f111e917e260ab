package dev.divvy.boardsql;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.codec.AllocationCodec;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The board of one group in a SQL database. Made by {@link SqlBoards}. */
public class SqlBoard implements Board {

    private static final long NO_BEAT = -1;

    private final String group;
    private final BoardDatabase database;
    private final BoardStatements sql;
    private final boolean mayHaveForgotten;
    private final FencedCommit commits;

    SqlBoard(
            String group,
            BoardDatabase database,
            BoardStatements sql,
            FencedCommit commits,
            SqlBoardSettings settings) {
        this.group = group;
        this.database = database;
        this.sql = sql;
        this.commits = commits;
        this.mayHaveForgotten = settings.mayHaveForgotten();
    }

    public String group() {
        return group;
    }

    /**
     * Commits a transaction of the board's own database, if all of this may still be done: the last thing that the transaction does. Else it
     * is rolled back. The members that hold must be on this very board object, in this process.
     *
     * @param connection in a transaction: it does not commit by itself
     * @throws StaleHoldException when a piece is held no longer: nothing was changed
     */
    public void commit(Connection connection, Collection<Hold> holds) throws SQLException {
        commits.commit(connection, holds);
    }

    /** Begins a transaction that may stand still for as long as the settings say. */
    public FencedTransaction begin(Connection connection) throws SQLException {
        return commits.begin(connection);
    }

    /**
     * Begins a transaction that the server ends if it stands still for too long, where it can: a process that stops in the middle then
     * delays whoever wants the same rows, and does not stop them.
     *
     * @param idle how long it may stand still, before it is tightened or committed
     */
    public FencedTransaction begin(Connection connection, Duration idle) throws SQLException {
        return commits.begin(connection, idle);
    }

    @Override
    public Admission join(Card card) {
        return database.ask("join " + card.life() + " to " + group, connection -> {
            prepare(connection, card.life().member());
            return Transactions.in(connection, transaction -> enter(transaction, card));
        });
    }

    /** The rows that stay for ever, so that every later lock finds a row to lock. */
    private void prepare(Connection connection, String member) throws SQLException {
        if (!isThere(connection, sql.board, group)) {
            insertIfMissing(connection, sql.makeBoard, group, "sql-" + UUID.randomUUID());
        }
        if (!isThere(connection, sql.fenceIsThere, group, member)) {
            insertIfMissing(connection, sql.makeFence, group, member);
        }
    }

    private static boolean isThere(Connection connection, String statement, String... key) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(statement)) {
            for (int i = 0; i < key.length; i++) {
                query.setString(i + 1, key[i]);
            }
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }

    private static void insertIfMissing(Connection connection, String statement, String first, String second)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(statement)) {
            insert.setString(1, first);
            insert.setString(2, second);
            insert.executeUpdate();
        } catch (SQLException e) {
            if (SqlErrorKind.of(e) != SqlErrorKind.DUPLICATE_KEY) {
                throw e;
            }
        }
    }

    private Admission enter(Connection connection, Card card) throws SQLException {
        String member = card.life().member();
        FenceRow row = FenceRow.lock(connection, sql.fence, group, member)
                .orElseThrow(() -> new SQLException("the fence of " + member + " was deleted meanwhile"));
        // Fence and beat come and go together, unless somebody deleted one of them by hand: then a newcomer puts it
        // right.
        boolean beats = isThere(connection, sql.beatIsThere, group, member);
        if (row.present() && beats) {
            return new Admission.Occupied(card(connection, member));
        }
        if (card.life().number() <= row.highest()) {
            return new Admission.Outlived(row.highest());
        }
        if (beats) {
            execute(connection, sql.removeBeat, member);
        }
        try (PreparedStatement update = connection.prepareStatement(sql.enter)) {
            update.setLong(1, card.life().number());
            update.setLong(2, card.acknowledged());
            update.setString(3, group);
            update.setString(4, member);
            update.executeUpdate();
        }
        try (PreparedStatement insert = connection.prepareStatement(sql.insertBeat)) {
            CardRow.write(insert, group, card);
            insert.executeUpdate();
        }
        changed(connection);
        return new Admission.Admitted();
    }

    private Card card(Connection connection, String member) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql.card)) {
            query.setString(1, group);
            query.setString(2, member);
            try (ResultSet rows = query.executeQuery()) {
                if (rows.next()) {
                    return CardRow.read(rows, 1);
                }
            }
        }
        throw new SQLException("the card of " + member + " in " + group + " is gone, though its fence says present");
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        // Outside of the question: if that is begun anew, its beat is there already and does not count twice.
        AtomicBoolean renewed = new AtomicBoolean();
        return database.ask("pulse " + card.life() + " in " + group, connection -> {
            if (beat(connection, card)) {
                renewed.set(true);
            }
            BoardRows scan = scan(connection);
            if (renewed.get() && raises(card, scan)) {
                acknowledge(connection, card);
                scan = scan(connection);
            }
            if (renewed.get()) {
                renewed(connection, card);
            }
            return scan.has(card.life()) ? sighting(connection, scan, card.life(), known) : Optional.empty();
        });
    }

    /** The heartbeat: one row, one statement. */
    private boolean beat(Connection connection, Card card) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.beat)) {
            int next = CardRow.write(update, group, card);
            update.setLong(next, card.beat());
            return update.executeUpdate() == 1;
        }
    }

    private static boolean raises(Card card, BoardRows scan) {
        return card.acknowledged() <= scan.epoch()
                && scan.cardOf(card.life())
                        .filter(there -> there.acknowledged() < card.acknowledged())
                        .isPresent();
    }

    /**
     * Raises what was let go of, unless a later pulse has been here. Completions of this member are over, or wait until it is done. One that
     * takes long does not hold up the pulse: the next pulse tries again.
     */
    private void acknowledge(Connection connection, Card card) throws SQLException {
        Duration atMost = database.patience().dividedBy(3);
        commits.whileNobodyCompletes(
                atMost, () -> LockRetry.in(connection, atMost, transaction -> raise(transaction, card)));
    }

    private boolean raise(Connection connection, Card card) throws SQLException {
        String member = card.life().member();
        boolean behind = FenceRow.lock(connection, sql.fenceAtOnce, group, member)
                .filter(there -> there.has(card.life()) && there.acknowledged() < card.acknowledged())
                .isPresent();
        if (!behind || beatOf(connection, member) != card.beat()) {
            return false;
        }
        try (PreparedStatement update = connection.prepareStatement(sql.acknowledge)) {
            update.setLong(1, card.acknowledged());
            update.setString(2, group);
            update.setString(3, member);
            update.executeUpdate();
        }
        changed(connection);
        return true;
    }

    private long beatOf(Connection connection, String member) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql.lockBeat)) {
            query.setString(1, group);
            query.setString(2, member);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getLong(1) : NO_BEAT;
            }
        }
    }

    private BoardRows scan(Connection connection) throws SQLException {
        return BoardRows.of(connection, sql.scan, group);
    }

    /** Allocation and cards of one moment, or the allocation first. */
    private Optional<BoardSnapshot> sighting(
            Connection connection, BoardRows scan, Incarnation life, Optional<Version> known) throws SQLException {
        if (scan.version().isEmpty() || scan.version().equals(known)) {
            return Optional.of(
                    new BoardSnapshot(scan.origin(), scan.version(), Optional.empty(), scan.cards(), mayHaveForgotten));
        }
        Optional<Allocation> allocation = allocation(connection);
        BoardRows after = scan(connection);
        return after.has(life)
                ? Optional.of(new BoardSnapshot(
                        after.origin(),
                        allocation.map(Allocation::version),
                        allocation,
                        after.cards(),
                        mayHaveForgotten))
                : Optional.empty();
    }

    /** Two reads, the allocation first; rows that are not there are not made. */
    @Override
    public BoardSnapshot look() {
        return database.ask("look at " + group, connection -> {
            Optional<Allocation> allocation = allocation(connection);
            BoardRows scan = scan(connection);
            return new BoardSnapshot(
                    scan.origin(), allocation.map(Allocation::version), allocation, scan.cards(), mayHaveForgotten);
        });
    }

    private Optional<Allocation> allocation(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql.allocation)) {
            query.setString(1, group);
            try (ResultSet rows = query.executeQuery()) {
                byte @Nullable [] form = rows.next() ? rows.getBytes(3) : null;
                return Optional.ofNullable(form).map(AllocationCodec::read);
            }
        }
    }

    @Override
    public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        byte[] form = AllocationCodec.write(next);
        return database.transact("publish " + next.version() + " in " + group, connection -> {
            boolean present = FenceRow.lock(connection, sql.publisher, group, publisher.member())
                    .filter(row -> row.has(publisher))
                    .isPresent();
            if (!present || !replace(connection, publisher, basis, next.version(), form)) {
                return false;
            }
            ShareRows.write(connection, sql, group, next);
            changed(connection);
            return true;
        });
    }

    private boolean replace(
            Connection connection, Incarnation publisher, Optional<Version> basis, Version version, byte[] form)
            throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(basis.isEmpty() ? sql.publishFirst : sql.publishNext)) {
            update.setString(1, version.lineage());
            update.setLong(2, version.epoch());
            update.setBytes(3, form);
            update.setString(4, publisher.toString());
            update.setString(5, group);
            if (basis.isPresent()) {
                update.setString(6, basis.get().lineage());
                update.setLong(7, basis.get().epoch());
            }
            return update.executeUpdate() == 1;
        }
    }

    /** In its own transaction, and never long in wait for a lock: a process that stopped in a completion must not stop the others. */
    @Override
    public boolean remove(Incarnation life, long beat) {
        Duration atMost = database.patience().dividedBy(4);
        return database.ask(
                "remove " + life + " from " + group,
                connection -> LockRetry.in(connection, atMost, transaction -> off(transaction, life, beat))
                        .orElse(false));
    }

    private boolean off(Connection connection, Incarnation life, long beat) throws SQLException {
        String member = life.member();
        Optional<FenceRow> row =
                FenceRow.lock(connection, sql.fenceAtOnce, group, member).filter(there -> there.has(life));
        if (row.isEmpty()) {
            return true;
        }
        long there = beatOf(connection, member);
        if (there != beat && there != NO_BEAT) {
            return false;
        }
        execute(connection, sql.removeBeat, member);
        execute(connection, sql.leave, member);
        changed(connection);
        return true;
    }

    private void execute(Connection connection, String statement, String member) throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(statement)) {
            change.setString(1, group);
            change.setString(2, member);
            change.executeUpdate();
        }
    }

    /** A pulse was taken; what it says may be news to others. */
    void renewed(Connection connection, Card card) throws SQLException {}

    /** Something that others want to know of soon. */
    void changed(Connection connection) throws SQLException {}
}
