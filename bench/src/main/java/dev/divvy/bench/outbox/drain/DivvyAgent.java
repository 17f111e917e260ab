package dev.divvy.bench.outbox.drain;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.bench.outbox.BenchDatabase;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.Processor;
import java.sql.SQLException;

/** A processor of Divvy with default settings, which the database notifies of the backlog. */
final class DivvyAgent implements DrainAgent {

    private final HikariDataSource pool;
    private final Outbox outbox;
    private final Processor processor;
    private final int share;

    DivvyAgent(BenchDatabase database, AgentSettings settings) throws SQLException {
        this.pool = database.pool();
        this.outbox = Outbox.on(pool, DrainKind.DIVVY_SETTINGS);
        this.processor = outbox.process(settings.id(), event -> settings.handle());
        this.share = DrainKind.DIVVY_SETTINGS.tokens() / settings.agents();
    }

    @Override
    public boolean isReady() {
        return processor.membership().portion().count() == share;
    }

    @Override
    public void begin() {
        // The commit has told it.
    }

    @Override
    public long completed() {
        return processor.stats().completed();
    }

    @Override
    public void close() {
        processor.close();
        outbox.close();
        pool.close();
    }
}
