package dev.divvy.allocation.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Member;
import org.junit.jupiter.api.Test;

class PieceHashesTest {

    /** The allocation of every piece depends on these numbers: they never change. */
    @Test
    void theKeysAreFrozen() {
        assertThat(PieceHashes.of(Member.of("apothik_1"))).isEqualTo(5915579261048612971L);
        assertThat(PieceHashes.of(Member.of("Зина"))).isEqualTo(-7355384704130666238L);
        assertThat(PieceHashes.mix(1, 2)).isEqualTo(571542372673154031L);
    }

    @Test
    void aMemberKeepsItsKeyAcrossIncarnations() {
        Member member = Member.of("m1");
        assertThat(PieceHashes.of(member.withIncarnation(7).withWeight(3).inZone("z")))
                .isEqualTo(PieceHashes.of(member));
    }

    @Test
    void theOrderOfMixedKeysCounts() {
        assertThat(PieceHashes.mix(1, 2)).isNotEqualTo(PieceHashes.mix(2, 1));
    }
}
