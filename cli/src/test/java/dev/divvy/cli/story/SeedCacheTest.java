package dev.divvy.cli.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.plan.Allocators;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SeedCacheTest {

    private static final List<String> KEYS = SeedStory.keys();

    static Stream<SeedCache> caches() {
        return Stream.of(
                SeedCache.ofKeys(Allocators.byName("modulo"), KEYS),
                SeedCache.ofTokens(Allocators.byName("apothik"), KEYS, 1000),
                SeedCache.ofTokens(Allocators.byName("apothik"), KEYS, 10),
                SeedCache.handingOver(Allocators.byName("sticky"), KEYS, 1000),
                SeedCache.handingOver(Allocators.byName("sticky"), KEYS, 10));
    }

    @ParameterizedTest
    @MethodSource("caches")
    void afterAFillEveryKeyIsThereAndEveryPieceHasAnOwner(SeedCache cache) {
        int pieces = cache.stock().pieces();
        List<Stock> stocks = List.of(
                cache.fill().stock(),
                cache.kill(2).fill().stock(),
                cache.start(2).fill().stock(),
                cache.start(6).fill().stock());
        assertThat(stocks).allSatisfy(stock -> {
            assertThat(stock.missing()).isZero();
            assertThat(stock.entries()).isEqualTo(5000 + stock.useless());
            assertThat(stock.pieces()).isEqualTo(pieces);
        });
    }

    @ParameterizedTest
    @MethodSource("caches")
    void aKillLosesTheEntriesOfTheDeadNodeAndNoOthers(SeedCache cache) {
        Stock before = cache.fill().stock();
        Stock after = cache.kill(2).stock();
        assertThat(after.nodes()).containsOnlyKeys(1, 3, 4, 5);
        assertThat(after.entries()).isEqualTo(5000 - entriesOf(before, 2));
    }

    @Test
    void withoutHandoverAJoinLeavesUselessEntriesAndMissingKeys() {
        SeedCache cache = SeedCache.ofTokens(Allocators.byName("apothik"), KEYS, 1000);
        Stock joined = cache.fill().start(6).stock();
        assertThat(joined.entries()).isEqualTo(5000);
        assertThat(joined.missing())
                .isEqualTo(joined.useless())
                .isEqualTo(joined.changed())
                .isPositive();
        assertThat(entriesOf(joined, 6)).isZero();
    }

    @Test
    void withHandoverAJoinLosesNoKeyAndLeavesNothingBehind() {
        SeedCache cache = SeedCache.handingOver(Allocators.byName("sticky"), KEYS, 1000);
        Stock joined = cache.fill().start(6).stock();
        assertThat(joined.missing()).isZero();
        assertThat(joined.useless()).isZero();
        assertThat(entriesOf(joined, 6)).isEqualTo(joined.changed()).isPositive();
    }

    @Test
    void thousandTokensAreTwoHundredEachAsInTheDocument() {
        SeedCache cache = SeedCache.ofTokens(Allocators.byName("apothik"), KEYS, 1000);
        cache.fill().kill(2).start(2);
        assertThat(cache.stock().nodes().values())
                .extracting(node -> node.pieces().count())
                .containsExactly(200, 200, 200, 200, 200);
    }

    private static int entriesOf(Stock stock, int node) {
        return Optional.ofNullable(stock.nodes().get(node)).orElseThrow().entries();
    }
}
