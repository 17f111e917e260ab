package dev.divvy.testkit.simulation.notes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import java.util.List;
import org.junit.jupiter.api.Test;

class AtomsTest {

    @Test
    void unitsAreCalledByTheirNames() {
        Units units = Units.of("a", "b", "c");
        Atoms atoms = new Atoms(units, List.of("later"));
        assertThat(atoms.names(atoms.of(units, 0) | atoms.of(units, 2))).isEqualTo("[a, c]");
    }

    @Test
    void tokensAreCalledByTheirSmallestParts() {
        Tokens tokens = Tokens.sql(32);
        Atoms atoms = new Atoms(tokens, List.of());
        assertThat(atoms.names(atoms.of(tokens, 31))).isEqualTo("of the tokens, split into 64, [62, 63]");
    }
}
