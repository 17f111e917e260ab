package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.coordination.Sighting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TokenWarningsTest {

    private final List<String> said = new ArrayList<>();
    private final TokenWarnings warnings = new TokenWarnings(said::add);
    private long epoch;

    private Sighting sighting(Directives directives, Member... members) {
        epoch++;
        Allocation allocation = new Planner(new Sticky(Sticky.Policy.RUNS))
                .first(new Version("test", epoch), Tokens.sql(8), Roster.of(members), directives);
        return new Sighting(Optional.empty(), Optional.of(allocation), new TreeMap<>(), Runs.NONE, true);
    }

    private void pulses(int count, Sighting sighting) {
        for (int i = 0; i < count; i++) {
            warnings.accept(sighting);
        }
    }

    private static Member only(String id, String tokens) {
        return Member.of(id).restrictedTo(Runs.parse(tokens));
    }

    @Test
    void aGapIsSaidOnceAfterTenPulses() {
        Sighting gap = sighting(Directives.NONE, only("a", "0-3"), only("b", "6-7"));
        pulses(9, gap);
        assertThat(said).isEmpty();
        pulses(30, gap);
        assertThat(said).singleElement().asString().startsWith("the tokens 4-5 belong to no processor");
        pulses(30, sighting(Directives.NONE, only("a", "0-3"), only("b", "6-7"), only("a2", "0-3")));
        assertThat(said).as("said again after another epoch").hasSize(1);
    }

    @Test
    void whatAStartOrARestartPassesThroughIsNotSaid() {
        pulses(9, sighting(Directives.NONE, only("a", "0-3")));
        pulses(9, sighting(Directives.NONE, only("a", "0-3"), only("b", "3-7")));
        pulses(30, sighting(Directives.NONE, only("a", "0-2"), only("a2", "0-2"), only("b", "3-7")));
        pulses(30, sighting(Directives.NONE, only("a", "0-2"), Member.of("any")));
        pulses(30, sighting(Directives.NONE.suspend(true), only("a", "0-2")));
        assertThat(said).isEmpty();
    }
}
