package dev.divvy.testkit.simulation.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import java.util.List;
import org.junit.jupiter.api.Test;

class PieceAtomsTest {

    @Test
    void unitsAreNamedByName() {
        Units units = Units.of("a", "b", "c");
        PieceAtoms atoms = new PieceAtoms(units, List.of("later"));
        assertThat(atoms.names(atoms.of(units, 0) | atoms.of(units, 2))).isEqualTo("[a, c]");
    }

    @Test
    void tokensAreNamedByTheirSmallestParts() {
        Tokens tokens = Tokens.sql(32);
        PieceAtoms atoms = new PieceAtoms(tokens, List.of());
        assertThat(atoms.names(atoms.of(tokens, 31))).isEqualTo("of the tokens, split into 64, [62, 63]");
    }
}
