package dev.divvy.distributor.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Version;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tables, one after the other, as allocations. */
class TableHistoryTest {

    private static final Map<String, String> TWO = Map.of("a:1", "u1,u2", "b:1", "u3,u4");
    private static final Map<String, String> THREE = Map.of("a:1", "u1,u2", "b:1", "u3", "c:1", "u4");

    @Test
    void theFirstTableOfALineageMovedAllUnits() {
        TableHistory history = after(TableHistory.EMPTY, 1, TWO);
        assertThat(last(history)).isEqualTo(new EpochSummary(1, 2, 4, 4, List.of("a:1 joined", "b:1 joined")));
    }

    @Test
    void aHistoryThatBeginsLaterBeginsWithoutMoves() {
        TableHistory history = after(TableHistory.EMPTY, 40, TWO);
        assertThat(allocation(history).history()).containsExactly(new EpochSummary(40, 2, 0, 0, List.of("first seen")));
        TableHistory next = after(history, 41, THREE);
        assertThat(allocation(next).history()).hasSize(2);
        assertThat(last(next)).isEqualTo(new EpochSummary(41, 3, 1, 1, List.of("c:1 joined")));
        assertThat(allocation(next).tenureOf(3).since()).isEqualTo(41);
        assertThat(allocation(next).tenureOf(0).since()).isEqualTo(40);
    }

    @Test
    void missedEpochsCountAsOneChange() {
        TableHistory history = after(after(TableHistory.EMPTY, 1, TWO), 9, Map.of("b:1", "u3,u4,u5"));
        assertThat(allocation(history).version()).isEqualTo(new Version("first", 9));
        assertThat(last(history))
                .isEqualTo(new EpochSummary(9, 1, 1, 1, List.of("a:1 left", "1 unit added, 2 removed")));
    }

    @Test
    void moreMovesThanNecessaryAreCounted() {
        TableHistory history = after(after(TableHistory.EMPTY, 1, TWO), 2, Map.of("a:1", "u3,u4", "b:1", "u1,u2"));
        assertThat(last(history)).isEqualTo(new EpochSummary(2, 2, 4, 0, List.of()));
    }

    @Test
    void anUnchangedTableIsTheSameHistory() {
        TableHistory history = after(TableHistory.EMPTY, 3, TWO);
        assertThat(after(history, 3, TWO)).isSameAs(history);
    }

    @Test
    void anotherLineageOrALowerEpochStartsAnew() {
        TableHistory history = after(after(TableHistory.EMPTY, 3, TWO), 4, THREE);
        assertThat(allocation(after(history, 3, TWO)).history()).hasSize(1);
        Distribution other = distribution(new Version("second", 5), TWO);
        assertThat(allocation(history.after(other)).history()).hasSize(1);
        assertThat(history.after(Distribution.EMPTY)).isEqualTo(TableHistory.EMPTY);
    }

    @Test
    void aChangeByHandIsShownAtTheSameVersion() {
        TableHistory history = after(after(TableHistory.EMPTY, 1, TWO), 2, THREE);
        TableHistory changed = after(history, 2, Map.of("a:1", "u1,u2", "b:1", "u3", "c:1", "", "d:1", "u4"));
        assertThat(owners(changed)).containsEntry("u4", "d:1");
        assertThat(allocation(changed).history()).hasSize(2);
        TableHistory corrected = after(changed, 3, THREE);
        assertThat(owners(corrected)).isEqualTo(AssignmentTable.of(THREE).owners());
        assertThat(last(corrected).moved()).isEqualTo(1);
    }

    @Test
    void aTableThatIsNotEvenNeverHasMoreFewestThanMoves() {
        TableHistory history = after(after(TableHistory.EMPTY, 1, TWO), 2, Map.of("a:1", "u1,u2,u3,u4", "b:1", ""));
        TableHistory next = after(history, 3, Map.of("a:1", "u1,u2,u3,u4", "b:1", "", "c:1", ""));
        assertThat(last(next).moved()).isZero();
        assertThat(last(next).bound()).isZero();
    }

    @Test
    void aUnitInSeveralFieldsIsShownOnceAndNamedAsAProblem() {
        TableHistory history = after(TableHistory.EMPTY, 1, Map.of("a:1", "u1,u2,u2", "b:1", "u2,u3"));
        assertThat(owners(history)).isEqualTo(Map.of("u1", "a:1", "u2", "a:1", "u3", "b:1"));
        assertThat(history.problem().orElseThrow()).contains("several fields (1 times)");
    }

    @Test
    void namesThatCannotBeUsedAreLeftOut() {
        TableHistory history = after(
                TableHistory.EMPTY, 1, Map.of("a:1", "u1,,u\u00012," + "x".repeat(2000), "b\n:1", "u3", "", "u4"));
        assertThat(owners(history)).isEqualTo(Map.of("u1", "a:1"));
        assertThat(history.problem().orElseThrow()).contains("cannot be used (5)");
        assertThat(after(history, 2, TWO).problem()).isEmpty();
    }

    @Test
    void tooManyUnitsAreRefused() {
        String units = IntStream.rangeClosed(0, Pieces.MOST)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
        assertThatThrownBy(() -> after(TableHistory.EMPTY, 1, Map.of("a:1", units)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1048577 units are too many");
    }

    private static TableHistory after(TableHistory history, long epoch, Map<String, String> fields) {
        return history.after(distribution(new Version("first", epoch), fields));
    }

    private static Distribution distribution(Version version, Map<String, String> fields) {
        return new Distribution(Optional.of(version), AssignmentTable.of(fields), UnitHandovers.NONE, Map.of());
    }

    static Allocation allocation(TableHistory history) {
        return history.current().orElseThrow();
    }

    static EpochSummary last(TableHistory history) {
        List<EpochSummary> epochs = allocation(history).history();
        return epochs.get(epochs.size() - 1);
    }

    static Map<String, String> owners(TableHistory history) {
        Map<String, String> owners = new TreeMap<>();
        for (Member service : allocation(history).roster().members()) {
            allocation(history)
                    .piecesOf(service.id())
                    .forEach(unit -> owners.put(allocation(history).pieces().name(unit), service.id()));
        }
        return owners;
    }
}
