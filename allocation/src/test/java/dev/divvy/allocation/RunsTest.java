package dev.divvy.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RunsTest {

    @Test
    void readsLikeAListOfRanges() {
        assertThat(Runs.ofPieces(5, 1, 2, 3, 9, 10, 2)).hasToString("1-3, 5, 9-10");
        assertThat(Runs.NONE).hasToString("");
    }

    @Test
    void runsThatTouchAreOne() {
        Runs runs = new Runs.Builder().add(0, 4).add(5, 9).add(11, 11).build();
        assertThat(runs.size()).isEqualTo(2);
        assertThat(runs.count()).isEqualTo(11);
        assertThat(runs).isEqualTo(Runs.ofPieces(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11));
    }

    @Test
    void runsOutOfOrderAreRefused() {
        assertThatThrownBy(() -> new Runs.Builder().add(5, 9).add(9, 12))
                .hasMessage("run 9-12 is not in ascending order after 9");
        assertThatThrownBy(() -> Runs.of(3, 2)).hasMessage("run 3-2 is not in ascending order");
        assertThatThrownBy(() -> Runs.of(-1, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void setsAreWhatBitSetsAre() {
        for (long seed = 0; seed < 3000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            BitSet one = bits(random);
            BitSet other = bits(random);
            Runs runs = Runs.ofBits(one);
            Runs others = Runs.ofBits(other);
            BitSet plus = copy(one);
            plus.or(other);
            BitSet minus = copy(one);
            minus.andNot(other);
            BitSet and = copy(one);
            and.and(other);
            assertThat(runs.plus(others)).as("plus, seed %d", seed).isEqualTo(Runs.ofBits(plus));
            assertThat(runs.minus(others)).as("minus, seed %d", seed).isEqualTo(Runs.ofBits(minus));
            assertThat(runs.and(others)).as("and, seed %d", seed).isEqualTo(Runs.ofBits(and));
            assertThat(runs.bits()).as("bits, seed %d", seed).isEqualTo(one);
            assertThat(runs.count()).as("count, seed %d", seed).isEqualTo(one.cardinality());
            assertThat(runs.pieces())
                    .as("pieces, seed %d", seed)
                    .isEqualTo(one.stream().toArray());
            for (int piece = 0; piece < 70; piece++) {
                assertThat(runs.contains(piece))
                        .as("contains %d, seed %d", piece, seed)
                        .isEqualTo(one.get(piece));
            }
        }
    }

    @Test
    void nothingChangedIsTheSameInstance() {
        Runs runs = Runs.ofPieces(1, 2, 7);
        assertThat(runs.minus(Runs.of(3, 5))).isSameAs(runs);
        assertThat(runs.and(Runs.of(0, 10))).isSameAs(runs);
        assertThat(runs.plus(Runs.NONE)).isSameAs(runs);
        assertThat(runs.minus(runs)).isEqualTo(Runs.NONE);
    }

    private static BitSet bits(SplittableRandom random) {
        BitSet bits = new BitSet();
        int density = 1 + random.nextInt(6);
        for (int i = random.nextInt(64); i >= 0; i--) {
            bits.set(i, random.nextInt(6) < density);
        }
        return bits;
    }

    private static BitSet copy(BitSet bits) {
        return (BitSet) bits.clone();
    }
}
