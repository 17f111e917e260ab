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
    private final BoardSqlExecutor database;
    private final BoardStatements sql;
    private final PulseQuery pulse;
    private final OldFences oldFences;
    private final boolean mayHaveForgotten;
    private final FencedCommit fencedCommit;

    /** The origin of the row that this process inserted into new tables; null as soon as an allocation was seen. */
    private volatile @Nullable String newOrigin;

    SqlBoard(
            String group,
            BoardSqlExecutor database,
            BoardStatements sql,
            FencedCommit fencedCommit,
            SqlBoardSettings settings) {
        this.group = group;
        this.database = database;
        this.sql = sql;
        this.pulse = new PulseQuery(sql, group);
        this.oldFences = new OldFences(sql, group);
        this.fencedCommit = fencedCommit;
        this.mayHaveForgotten = settings.mayHaveForgotten();
    }

    public String group() {
        return group;
    }

    /**
     * Commits a transaction of the board's own database if every hold is still valid, and rolls it back otherwise. This must be the last
     * call of the transaction. The members that hold must have joined through this very board object, in this process.
     *
     * @param connection a connection in a transaction: auto-commit is off
     * @throws StaleHoldException when a piece is no longer held: nothing was changed
     */
    public void commit(Connection connection, Collection<Hold> holds) throws SQLException {
        fencedCommit.commit(connection, holds);
    }

    /** Begins a short transaction: with the idle limit of the settings, and statements that wait two seconds for a lock, where the server can limit that. */
    public FencedTransaction begin(Connection connection) throws SQLException {
        return fencedCommit.begin(connection);
    }

    /**
     * Begins a transaction that the server ends if it is idle for too long, where the server can: a process that stops inside it then
     * delays transactions that need the same rows, but does not block them for ever.
     *
     * @param idle how long the transaction may be idle until {@link FencedTransaction#tightenIdleLimit} or the commit
     */
    public FencedTransaction begin(Connection connection, Duration idle) throws SQLException {
        return fencedCommit.begin(connection, idle);
    }

    @Override
    public Admission join(Card card) {
        return database.call("join " + card.incarnation() + " to " + group, connection -> {
            prepare(connection, card.incarnation().member());
            return Transactions.in(connection, transaction -> admit(transaction, card));
        });
    }

    /** Inserts the rows that stay, so that every later lock finds a row to lock. */
    private void prepare(Connection connection, String member) throws SQLException {
        oldFences.delete(connection);
        if (!exists(connection, sql.boardExists, group)) {
            insertIfMissing(connection, sql.insertBoard, group, "sql-" + UUID.randomUUID());
        }
        if (!exists(connection, sql.fenceExists, group, member)) {
            insertIfMissing(connection, sql.insertFence, group, member);
        }
    }

    private static boolean exists(Connection connection, String statement, String... key) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(statement)) {
            for (int i = 0; i < key.length; i++) {
                query.setString(i + 1, key[i]);
            }
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }

    /** Returns whether this call inserted the row. */
    private static boolean insertIfMissing(Connection connection, String statement, String first, String second)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(statement)) {
            insert.setString(1, first);
            insert.setString(2, second);
            return insert.executeUpdate() == 1;
        } catch (SQLException e) {
            if (SqlErrorKind.of(e) != SqlErrorKind.DUPLICATE_KEY) {
                throw e;
            }
            return false;
        }
    }

    /**
     * Inserts the group's row into tables that did not exist before. As long as that very row has no allocation, no member can hold anything:
     * the board has forgotten nothing. A row that is inserted later, after this one was deleted, has another origin.
     */
    void insertIntoNewTables(Connection connection) throws SQLException {
        String origin = "sql-" + UUID.randomUUID();
        if (insertIfMissing(connection, sql.insertBoard, group, origin)) {
            newOrigin = origin;
        }
    }

    private boolean mayHaveForgotten(BoardQueryResult scan) {
        if (scan.version().isPresent()) {
            newOrigin = null;
        }
        return mayHaveForgotten && !scan.origin().equals(newOrigin);
    }

    private Admission admit(Connection connection, Card card) throws SQLException {
        String member = card.incarnation().member();
        MemberFenceRow row = MemberFenceRow.lock(connection, sql.lockFence, group, member)
                .orElseThrow(() -> new SQLException("the fence of " + member + " was deleted while it joined"));
        // Fence and beat come and go together, unless one of them was deleted by hand. Joining repairs that.
        boolean beatExists = exists(connection, sql.beatExists, group, member);
        if (row.present() && beatExists) {
            return new Admission.Occupied(card(connection, member));
        }
        if (card.incarnation().number() <= row.highest()) {
            return new Admission.Outlived(row.highest());
        }
        if (beatExists) {
            execute(connection, sql.deleteBeat, member);
        }
        try (PreparedStatement update = connection.prepareStatement(sql.admit)) {
            update.setLong(1, card.incarnation().number());
            update.setLong(2, card.acknowledged());
            update.setString(3, group);
            update.setString(4, member);
            update.executeUpdate();
        }
        try (PreparedStatement insert = connection.prepareStatement(sql.insertBeat)) {
            int next = CardColumns.write(insert, group, card);
            insert.setLong(next, card.settled());
            insert.executeUpdate();
        }
        boardChanged(connection);
        return new Admission.Admitted();
    }

    private Card card(Connection connection, String member) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql.selectCard)) {
            query.setString(1, group);
            query.setString(2, member);
            try (ResultSet rows = query.executeQuery()) {
                if (rows.next()) {
                    return CardColumns.read(rows, 1);
                }
            }
        }
        throw new SQLException("the card of " + member + " in " + group + " is missing, though its fence says present");
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        // Outside of the call: when it is retried, the beat is already stored and the update matches no row.
        AtomicBoolean renewed = new AtomicBoolean();
        return database.call("pulse " + card.incarnation() + " in " + group, connection -> {
            BoardQueryResult scan = pulse.run(connection, card);
            if (scan.renewed()) {
                renewed.set(true);
            }
            boolean settlesMore = renewed.get() && scan.isSettledBy(card);
            boolean acknowledgesMore = renewed.get() && scan.isAcknowledgedBy(card);
            if (settlesMore) {
                settle(connection, card);
            }
            if (acknowledgesMore) {
                acknowledge(connection, card);
            }
            if (settlesMore || acknowledgesMore) {
                scan = pulse.scan(connection);
            }
            if (renewed.get()) {
                cardRenewed(connection, card);
            }
            return scan.has(card.incarnation())
                    ? snapshot(connection, scan, card.incarnation(), known)
                    : Optional.empty();
        });
    }

    /** Raises the settled epoch, unless a later pulse has arrived. No fence depends on it, so the row of the beat has it. */
    private void settle(Connection connection, Card card) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.settle)) {
            update.setLong(1, card.settled());
            update.setString(2, group);
            update.setString(3, card.incarnation().member());
            update.setLong(4, card.incarnation().number());
            update.setLong(5, card.beat());
            update.setLong(6, card.settled());
            update.executeUpdate();
        }
    }

    /**
     * Raises the acknowledged epoch, unless a later pulse has arrived. Completions of this member have ended, or wait until this is done.
     * If one takes too long, the pulse goes on without the acknowledgement, and the next pulse tries again.
     */
    private void acknowledge(Connection connection, Card card) throws SQLException {
        Duration atMost = database.timeout().dividedBy(3);
        fencedCommit.runExclusively(
                atMost, () -> LockRetry.in(connection, atMost, transaction -> raiseAcknowledged(transaction, card)));
    }

    private boolean raiseAcknowledged(Connection connection, Card card) throws SQLException {
        String member = card.incarnation().member();
        boolean behind = MemberFenceRow.lock(connection, sql.lockFenceNoWait, group, member)
                .filter(row -> row.has(card.incarnation()) && row.acknowledged() < card.acknowledged())
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
        boardChanged(connection);
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

    /** Returns allocation and cards of one moment, or an allocation that was read before the cards. */
    private Optional<BoardSnapshot> snapshot(
            Connection connection, BoardQueryResult scan, Incarnation incarnation, Optional<Version> known)
            throws SQLException {
        if (scan.version().isEmpty() || scan.version().equals(known)) {
            return Optional.of(new BoardSnapshot(
                    scan.origin(), scan.version(), Optional.empty(), scan.cards(), mayHaveForgotten(scan)));
        }
        Optional<Allocation> allocation = allocation(connection);
        BoardQueryResult after = pulse.scan(connection);
        return after.has(incarnation)
                ? Optional.of(new BoardSnapshot(
                        after.origin(),
                        allocation.map(Allocation::version),
                        allocation,
                        after.cards(),
                        mayHaveForgotten(after)))
                : Optional.empty();
    }

    /** Reads the allocation, then the cards. Creates no rows. */
    @Override
    public BoardSnapshot look() {
        return database.call("look at " + group, connection -> {
            Optional<Allocation> allocation = allocation(connection);
            BoardQueryResult scan = pulse.scan(connection);
            return new BoardSnapshot(
                    scan.origin(),
                    allocation.map(Allocation::version),
                    allocation,
                    scan.cards(),
                    mayHaveForgotten(scan));
        });
    }

    /** Returns the allocation, read on a connection of the caller. */
    public Optional<Allocation> allocation(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql.selectAllocation)) {
            query.setString(1, group);
            try (ResultSet rows = query.executeQuery()) {
                byte @Nullable [] bytes = rows.next() ? rows.getBytes(3) : null;
                return Optional.ofNullable(bytes).map(AllocationCodec::read);
            }
        }
    }

    @Override
    public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        byte[] bytes = AllocationCodec.write(next);
        return database.transact("publish " + next.version() + " in " + group, connection -> {
            boolean present = MemberFenceRow.lock(connection, sql.lockFenceShared, group, publisher.member())
                    .filter(row -> row.has(publisher))
                    .isPresent();
            if (!present || !replace(connection, publisher, basis, next.version(), bytes)) {
                return false;
            }
            MemberShareReport.write(connection, sql, group, next);
            boardChanged(connection);
            return true;
        });
    }

    private boolean replace(
            Connection connection, Incarnation publisher, Optional<Version> basis, Version version, byte[] bytes)
            throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(basis.isEmpty() ? sql.publishFirst : sql.publishNext)) {
            update.setString(1, version.lineage());
            update.setLong(2, version.epoch());
            update.setBytes(3, bytes);
            update.setString(4, publisher.toString());
            update.setString(5, group);
            if (basis.isPresent()) {
                update.setString(6, basis.get().lineage());
                update.setLong(7, basis.get().epoch());
            }
            return update.executeUpdate() == 1;
        }
    }

    /** Retries the lock for a short time instead of waiting for it: a process that stopped in a completion must not block the others. */
    @Override
    public boolean remove(Incarnation incarnation, long beat) {
        Duration atMost = database.timeout().dividedBy(4);
        return database.call(
                "remove " + incarnation + " from " + group,
                connection -> LockRetry.in(connection, atMost, transaction -> eject(transaction, incarnation, beat))
                        .orElse(false));
    }

    private boolean eject(Connection connection, Incarnation incarnation, long beat) throws SQLException {
        String member = incarnation.member();
        Optional<MemberFenceRow> row = MemberFenceRow.lock(connection, sql.lockFenceNoWait, group, member)
                .filter(fence -> fence.has(incarnation));
        if (row.isEmpty()) {
            return true;
        }
        long current = beatOf(connection, member);
        if (current != beat && current != NO_BEAT) {
            return false;
        }
        execute(connection, sql.deleteBeat, member);
        execute(connection, sql.eject, member);
        boardChanged(connection);
        return true;
    }

    private void execute(Connection connection, String statement, String member) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(statement)) {
            update.setString(1, group);
            update.setString(2, member);
            update.executeUpdate();
        }
    }

    /** Called after a pulse was written: its card may have changed more than the beat. */
    void cardRenewed(Connection connection, Card card) throws SQLException {}

    /** Called in the transaction of a change that other members should learn of soon. */
    void boardChanged(Connection connection) throws SQLException {}
}
