package dev.divvy.outbox.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;

/** Checks what must be true at the end of a scenario. */
final class ScenarioCheck {

    private final DataSource pool;
    private final Scenario scenario;
    private final Producers producers;

    ScenarioCheck(DataSource pool, Scenario scenario, Producers producers) {
        this.pool = pool;
        this.scenario = scenario;
        this.producers = producers;
    }

    /** Checks, and returns a summary in a few words. */
    String check() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            String table = scenario.settings().table();
            int sent = producers.sent();
            assertThat(Ledger.number(connection, "SELECT COUNT(*) FROM " + table + " WHERE status = 'DONE'"))
                    .as("events that are done")
                    .isEqualTo(sent);
            assertThat(Ledger.number(connection, "SELECT COUNT(*) FROM " + table))
                    .as("events of all kinds")
                    .isEqualTo(sent);
            assertThat(Ledger.number(connection, "SELECT COUNT(*) FROM completions"))
                    .as("completions")
                    .isEqualTo(sent);
            assertThat(Ledger.number(connection, "SELECT COUNT(DISTINCT event_id) FROM completions"))
                    .as("completed events")
                    .isEqualTo(sent);
            Map<String, List<Ledger.Effect>> effects = Ledger.effects(connection);
            long made = effects.values().stream().mapToLong(List::size).sum();
            assertThat(distinct(effects)).as("events with an effect").isEqualTo(sent);
            if (scenario.inside()) {
                assertThat(made).as("effects inside the completing transaction").isEqualTo(sent);
            }
            effects.forEach((entity, ofEntity) -> {
                if (!entity.startsWith("late")) {
                    checkOrder(entity, ofEntity);
                }
            });
            return sent + " events, " + (made - sent) + " repeated effects";
        }
    }

    private static long distinct(Map<String, List<Ledger.Effect>> effects) {
        Set<Long> events = new HashSet<>();
        effects.values().forEach(ofEntity -> ofEntity.forEach(effect -> events.add(effect.event())));
        return events.size();
    }

    /** Checks that each effect is the next one, or a repetition from which the order goes on, and that none comes from an older owner. */
    private static void checkOrder(String entity, List<Ledger.Effect> effects) {
        Ledger.Effect last = null;
        int highest = -1;
        for (Ledger.Effect effect : effects) {
            assertThat(effect.number())
                    .as("%s of %s after %s, in %s", effect, entity, last, effects)
                    .isBetween(0, last == null ? 0 : last.number() + 1);
            if (last != null) {
                assertThat(effect.epoch())
                        .as("the fence of %s of %s after %s", effect, entity, last)
                        .isGreaterThanOrEqualTo(last.epoch());
            }
            highest = Math.max(highest, effect.number());
            last = effect;
        }
        long distinct = effects.stream().map(Ledger.Effect::event).distinct().count();
        assertThat(distinct).as("events of %s up to its last one", entity).isEqualTo(highest + 1);
    }
}
