package dev.divvy.console;

import java.util.Map;
import java.util.Objects;
import tools.jackson.jr.ob.JSON;

/** The format of a replay file; the page checks its content. */
final class ReplayFormat {

    private static final String FORMAT = "divvy-replay";
    private static final int VERSION = 1;

    private ReplayFormat() {}

    static void check(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("it is empty");
        }
        Map<String, Object> replay;
        try {
            replay = Objects.requireNonNullElse(JSON.std.mapFrom(text), Map.of());
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("it is not JSON", e);
        }
        if (!FORMAT.equals(replay.get("format"))) {
            throw new IllegalArgumentException("it is not a replay; \"Save replay\" on the dashboard makes one");
        }
        if (!Objects.equals(replay.get("formatVersion"), VERSION)) {
            throw new IllegalArgumentException("it has the replay format " + replay.get("formatVersion")
                    + "; this version of Divvy reads format " + VERSION);
        }
    }
}
