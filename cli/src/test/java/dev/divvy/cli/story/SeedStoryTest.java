package dev.divvy.cli.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeedStoryTest {

    private final List<String> story = SeedStory.tell();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1026 996 1012 1021 945 5000",
                "1026 down 1012 1021 945 4004",
                "8056",
                "948 in the document",
                "1228 down 1290 1228 1254 5000",
                "1228 0 1290 1228 1254",
                "2032 996 2027 2027 1970",
                "1016 971 970 985 1058 5000 check_tokens: 1000",
                "1265 down 1238 1224 1273 5000 check_tokens: 1000",
                "1265 0 1238 1224 1273",
                "1265 971 1238 1224 1273",
                "200 200 200 200 200",
                "0,1 2,3 4,5 6,7 8,9",
            })
    void theFiguresOfTheDocumentAreThere(String figures) {
        assertThat(story)
                .map(line -> line.strip().replaceAll(" +", " "))
                .anyMatch(line -> line.startsWith("document " + figures) || line.contains(figures));
    }

    @Test
    void theStoryFitsAScreenfulOrTwo() {
        assertThat(story).hasSizeLessThanOrEqualTo(80);
        assertThat(story)
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(110).matches("\\p{ASCII}*"));
    }

    @Test
    void itSaysThatTheHashDiffers() {
        assertThat(String.join(" ", story)).contains("hash is not ours");
    }
}
