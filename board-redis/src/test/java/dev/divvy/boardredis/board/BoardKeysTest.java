package dev.divvy.boardredis.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.boardredis.RedisBoardSettings;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The keys of a board are in one slot, whatever the name of its group, and belong to no other board. */
class BoardKeysTest {

    private static final List<String> ODD =
            List.of("orders", "a}b", "{a}b", "{}", "}{", "%7D", "}", "{", "a b", "名前", "%", "divvy:{x}:board");

    @Test
    void theyAreReadable() {
        assertThat(BoardKeys.of("divvy", "orders"))
                .isEqualTo(new BoardKeys(
                        "divvy:{orders}:board",
                        "divvy:{orders}:cards",
                        "divvy:{orders}:incarnations",
                        "divvy:{orders}:changed"));
        assertThat(BoardKeys.beside("sys-matching-table", "divvy").board())
                .isEqualTo("{sys-matching-table}:divvy:board");
        assertThat(BoardKeys.beside("a{b}c", "divvy").board()).isEqualTo("a{b}c:divvy:board");
    }

    @Test
    void theTagIsTheWholeNameAndNoTwoGroupsShareAKey() {
        Set<String> seen = new HashSet<>();
        for (String group : ODD) {
            BoardKeys keys = BoardKeys.of("divvy", group);
            String tag = keys.board().substring("divvy:{".length(), keys.board().indexOf("}:board"));
            assertThat(tag).as(group).doesNotContain("{", "}").isNotEmpty();
            assertThat(List.of(keys.cards(), keys.incarnations()))
                    .as(group)
                    .allMatch(key -> SlotHash.getSlot(key) == SlotHash.getSlot(tag));
            assertThat(seen.add(keys.board())).as(group).isTrue();
        }
    }

    @Test
    void keysBesideAnotherAreInItsSlotOrRefused() {
        for (String key : List.of("sys-matching-table", "a{b}c", "a{b", "{}x{", "x{y}z{w}")) {
            if (key.contains("}") && !key.matches(".*?\\{[^}]+}.*")) {
                assertThatThrownBy(() -> BoardKeys.beside(key, "divvy")).hasMessageContaining(key);
            } else {
                BoardKeys keys = BoardKeys.beside(key, "divvy");
                assertThat(List.of(keys.board(), keys.cards(), keys.incarnations()))
                        .allMatch(other -> SlotHash.getSlot(other) == SlotHash.getSlot(key));
            }
        }
        assertThatThrownBy(() -> BoardKeys.beside("", "divvy")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void numbersCompareAsText() {
        assertThat(BoardKeys.digits(9)).isLessThan(BoardKeys.digits(10)).hasSize(19);
        assertThat(BoardKeys.digits(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
        assertThatThrownBy(() -> BoardKeys.digits(-1)).hasMessageContaining("-1");
    }

    @Test
    void wrongSettingsAreRefused() {
        RedisBoardSettings usual = RedisBoardSettings.defaults();
        assertThatThrownBy(() -> usual.withPrefix("{a}")).hasMessageContaining("{a}");
        assertThatThrownBy(() -> usual.withPrefix("")).hasMessageContaining("prefix");
        assertThatThrownBy(() -> usual.withTimeout(Duration.ZERO)).hasMessageContaining("PT0S");
        assertThat(usual.neverForgets().mayHaveForgotten()).isFalse();
    }
}
