package dev.divvy.console.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.plan.Change;
import dev.divvy.console.SampleGroup;
import dev.divvy.console.view.RuleView;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleComparisonTest {

    @Test
    void fiveNodesBecomeFour() {
        SampleGroup group = SampleGroup.ofTokens(16_384, "n1", "n2", "n3", "n4", "n5");
        Allocation before = group.allocation();
        List<RuleView> rules = RuleComparison.of(before, group.change(new Change.Leave("n2")));
        assertThat(rules)
                .extracting(RuleView::rule)
                .containsExactly("divvy", "token-chunks", "ring", "hash-ring", "rendezvous", "modulo");
        RuleView made = rules.get(0);
        assertThat(made.moved()).isEqualTo(before.piecesOf("n2").count()).isBetween(3_276, 3_277);
        assertThat(made.spread()).isZero();
        // A piece stays where the remainders by five and by four name the same member.
        RuleView modulo = rules.get(5);
        assertThat(modulo.moved()).isBetween(12_000, 13_108);
        assertThat(rules.subList(3, 5))
                .allSatisfy(rule -> assertThat(rule.spread()).isGreaterThan(100));
    }

    @Test
    void nothingIsComparedWhenTheMembersStay() {
        SampleGroup group = SampleGroup.ofTokens(64, "n1", "n2");
        Allocation before = group.allocation();
        assertThat(RuleComparison.of(before, group.change(new Change.Pin("5", "n2"))))
                .isEmpty();
        assertThat(RuleComparison.of(group.allocation(), group.change(new Change.Join(Member.of("n3")))))
                .hasSize(6);
    }
}
