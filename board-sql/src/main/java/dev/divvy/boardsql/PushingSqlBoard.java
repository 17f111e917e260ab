package dev.divvy.boardsql;

import dev.divvy.allocation.Version;
import dev.divvy.boardsql.jdbc.Notices;
import dev.divvy.coordination.Card;
import dev.divvy.coordination.PushingBoard;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.Subscription;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A board in a database that tells of changes: they are told with the commit that makes them. */
final class PushingSqlBoard extends SqlBoard implements PushingBoard {

    private final Notices notices;
    private final String channel;

    /** What each member of this process said last, by its id: most pulses say nothing new. */
    private final Map<String, Card> said = new ConcurrentHashMap<>();

    PushingSqlBoard(
            String group, Line line, Statements sql, FencedCommit commits, SqlBoardSettings settings, Notices notices) {
        super(group, line, sql, commits, settings);
        this.notices = notices;
        this.channel = Notices.channel(settings.naming(), "board");
    }

    @Override
    public Optional<Sighting> pulse(Card card, Optional<Version> known) {
        Card before = said.put(card.life().member(), card);
        Optional<Sighting> sighting = super.pulse(card, known);
        if (before != null && sighting.isPresent() && !card.saysTheSameAs(before)) {
            tell();
        }
        return sighting;
    }

    @Override
    void changed(Connection connection) throws SQLException {
        Notices.send(connection, channel, group());
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return notices.listen(channel, group(), changed);
    }
}
