package dev.divvy.cli.up;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

/** The launcher hears nothing of a rehearsal that fails: nodes would only start slowly again. */
class RehearsalTest {

    @Test
    void itIsPlayedToTheEnd() {
        assertThatCode(() -> Rehearsal.main(new String[0])).doesNotThrowAnyException();
    }
}
