package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeapSizingTest {

    private static final long MEGABYTE = 1L << 20;
    private static final long GIGABYTE = 1L << 30;

    @Test
    void entriesTakeAtMostSeventyPercentOfTheHeap() {
        assertThatCode(() -> HeapSizing.checkMaxMemory(70 * MEGABYTE, 100 * MEGABYTE))
                .doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HeapSizing.checkMaxMemory(GIGABYTE, 100 * MEGABYTE))
                .withMessage(
                        "a max memory of 1024m for entries is more than 70 % of the Java heap of 100m; start Java with"
                                + " -Xmx1536m (./divvy node: DIVVY_JAVA_OPTS=-Xmx1536m), or set --max-memory to at most 70m");
        assertThatCode(() -> HeapSizing.checkMaxMemory(GIGABYTE, 1480 * MEGABYTE))
                .as("the part of -Xmx1536m that the serial collector gives to objects")
                .doesNotThrowAnyException();
    }

    @Test
    void aNodeInAProgramIsBoundedLikeOneOnTheCommandLine() {
        long heap = Runtime.getRuntime().maxMemory();
        NodeSettings settings = NodeSettings.named("n1");
        assertThat(settings.maxMemory()).isEqualTo(heap / 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CacheNode.start(settings.withMaxMemory(heap)))
                .withMessageContaining("70 % of the Java heap");
    }

    @Test
    void entriesAndRequestsFitTheHeapTogether() {
        assertThatCode(() -> HeapSizing.checkBudget(70 * MEGABYTE, 20 * MEGABYTE, 100 * MEGABYTE))
                .doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HeapSizing.checkBudget(50 * MEGABYTE, 41 * MEGABYTE, 100 * MEGABYTE))
                .withMessage(
                        "a max memory of 50m for entries and 41m for requests and replies are together more than 90 % of the"
                                + " Java heap of 100m; start Java with a larger heap (-Xmx), or lower one of them");
        long heap = Runtime.getRuntime().maxMemory();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CacheNode.start(NodeSettings.named("n1").withConnectionMemory(heap / 2)))
                .withMessageContaining("90 % of the Java heap");
    }

    @Test
    void theTimeToLiveIsLongerWhereTheHeapIsLarge() {
        assertThat(HeapSizing.defaultTiming(4 * GIGABYTE).timeToLive()).isEqualTo(Duration.ofSeconds(2));
        assertThat(HeapSizing.defaultTiming(4 * GIGABYTE + 1).timeToLive()).isEqualTo(Duration.ofSeconds(5));
        assertThat(HeapSizing.defaultTiming(4 * GIGABYTE + 1).pulse()).isEqualTo(Duration.ofMillis(200));
    }
}
