package dev.divvy.allocation.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Member;
import org.junit.jupiter.api.Test;

class KeysTest {

    /** Where every piece goes rests on these numbers: they never change. */
    @Test
    void theKeysAreFrozen() {
        assertThat(Keys.of(Member.of("apothik_1"))).isEqualTo(5915579261048612971L);
        assertThat(Keys.of(Member.of("Зина"))).isEqualTo(-7355384704130666238L);
        assertThat(Keys.mix(1, 2)).isEqualTo(571542372673154031L);
    }

    @Test
    void aMemberKeepsItsKeyThroughItsLives() {
        Member member = Member.of("m1");
        assertThat(Keys.of(member.withIncarnation(7).withWeight(3).inZone("z"))).isEqualTo(Keys.of(member));
    }

    @Test
    void theOrderOfMixedKeysCounts() {
        assertThat(Keys.mix(1, 2)).isNotEqualTo(Keys.mix(2, 1));
    }
}
