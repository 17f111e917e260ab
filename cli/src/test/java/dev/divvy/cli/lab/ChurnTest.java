package dev.divvy.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChurnTest {

    private static final int EVENTS = 2000;

    @Test
    void theSameSeedGivesTheSameEvents() {
        assertThat(rosters(5, 7)).isEqualTo(rosters(5, 7)).isNotEqualTo(rosters(5, 8));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 50, 1000})
    void theSizeStaysAroundWhereItBeganAndAboveNone(int members) {
        LabSettings settings = new LabSettings(members, 1, EVENTS, 3);
        assertThat(rosters(members, 3))
                .allSatisfy(roster -> assertThat(roster.size()).isBetween(settings.least(), settings.most() + 2));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 50})
    void everyEventChangesOneToThreeMembersAndMostOfThemOne(int members) {
        List<Roster> rosters = rosters(members, 11);
        int[] bySize = new int[4];
        for (int event = 1; event < rosters.size(); event++) {
            Set<String> before = ids(rosters.get(event - 1));
            Set<String> after = ids(rosters.get(event));
            Set<String> changed = new HashSet<>(before);
            changed.addAll(after);
            changed.removeIf(id -> before.contains(id) && after.contains(id));
            bySize[changed.size()]++;
        }
        assertThat(bySize[0]).isZero();
        assertThat(bySize[1]).isBetween(EVENTS * 75 / 100, EVENTS * 85 / 100);
        assertThat(bySize[2]).isPositive();
        assertThat(bySize[3]).isPositive();
    }

    @Test
    void someComeBackUnderTheirIdAsNewIncarnations() {
        Set<String> seen = new HashSet<>();
        Set<String> away = new HashSet<>();
        int returned = 0;
        for (Roster roster : rosters(5, 1)) {
            for (Member member : roster.members()) {
                if (away.remove(member.id())) {
                    returned++;
                    assertThat(member.incarnation().number()).isPositive();
                }
                seen.add(member.id());
            }
            seen.stream().filter(id -> roster.indexOf(id) < 0).forEach(away::add);
        }
        assertThat(returned).isGreaterThan(EVENTS / 10);
        assertThat(seen).hasSizeGreaterThan(EVENTS / 10);
    }

    private static List<Roster> rosters(int members, long seed) {
        Churn churn = new Churn(new LabSettings(members, 1, EVENTS, seed));
        List<Roster> rosters = new ArrayList<>(List.of(churn.roster()));
        for (int event = 0; event < EVENTS; event++) {
            rosters.add(churn.next());
        }
        return rosters;
    }

    private static Set<String> ids(Roster roster) {
        Set<String> ids = new HashSet<>();
        roster.members().forEach(member -> ids.add(member.id()));
        return ids;
    }
}
