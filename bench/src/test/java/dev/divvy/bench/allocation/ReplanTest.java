package dev.divvy.bench.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.support.MoveBound;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReplanTest {

    /** A long past of a million tokens takes its time: the one scene with most moves stands for the others. */
    static Stream<Arguments> all() {
        return Stream.concat(
                Arrays.stream(Scene.values()).map(scene -> Arguments.of(scene, Past.FRESH)),
                Stream.of(Scene.ONE_JOINS, Scene.ONE_LEAVES, Scene.A_TENTH_MILLION)
                        .map(scene -> Arguments.of(scene, Past.CHURNED)));
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsMeasuredIsTheRealChange(Scene scene, Past past) {
        Replan replan = new Replan();
        replan.scene = scene;
        replan.past = past;
        replan.arrange();

        assertThat(replan.before.epoch()).isEqualTo(1 + past.events);
        assertThat(replan.before.roster().size()).isEqualTo(Scene.MEMBERS);
        AllocationRequest asked = replan.requests.get(1);
        assertThat(asked.roster().size()).isEqualTo(Scene.MEMBERS + scene.joining - scene.leaving);
        var planned = replan.plan();
        assertThat(planned.inMotion()).isTrue();
        assertThat(MoveBound.moved(asked, planned.division())).isPositive().isEqualTo(MoveBound.of(asked));
    }

    @Test
    void theDecisionAloneIsThatOfThePlan() {
        Replan planning = new Replan();
        planning.arrange();
        Replan deciding = new Replan();
        deciding.arrange();
        assertThat(deciding.decide()).isEqualTo(planning.plan().division());
    }

    @ParameterizedTest
    @EnumSource(Scene.class)
    void aTitleSaysWhoComesAndGoes(Scene scene) {
        assertThat(scene.title())
                .contains(scene.tokens + " tokens")
                .contains(scene.joining > 0 ? "join" : "leave")
                .doesNotContain("  ");
    }
}
