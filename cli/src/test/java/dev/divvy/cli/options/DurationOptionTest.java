package dev.divvy.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

class DurationOptionTest {

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "1s, PT1S",
        "1.5s, PT1.5S",
        ".5s, PT0.5S",
        "1.s, PT1S",
        "1m30s, PT1M30S",
        "1h, PT1H",
        "1h1m1s1ms1us1ns, PT1H1M1.001001001S",
        "1500000ns, PT0.0015S",
        "2000µs, PT0.002S",
        "24h, PT24H",
        "2d, PT48H"
    })
    void goDurationsAndDaysAreRead(String word, Duration span) {
        assertThat(new DurationOption().convert(word)).isEqualTo(span);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "1000, '1000' has no unit; write 1000ms or 1000s",
                "0, has no unit",
                "0s, must be more than 0",
                "-1s, is not a duration such as 500ms",
                "1 s, is not a duration",
                "1sx, is not a duration",
                "x1s, is not a duration",
                "s, is not a duration",
                "\"\", is not a duration",
                "99999999999999999999999999999999999999h, is longer than a year"
            })
    void whatIsWrongIsSaid(String word, String complaint) {
        assertThatThrownBy(() -> new DurationOption().convert(word))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + word + "'")
                .hasMessageContaining(complaint);
    }
}
