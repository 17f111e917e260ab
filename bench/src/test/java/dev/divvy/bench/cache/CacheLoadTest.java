package dev.divvy.bench.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CacheLoadTest {

    @Test
    void aLoadIsSentToAnotherProcessAsALine() {
        assertThat(CacheLoad.ALL)
                .allSatisfy(load -> assertThat(CacheLoad.parse(load.line())).isEqualTo(load));
        assertThat(CacheLoad.WITH_COPIES)
                .allSatisfy(load -> assertThat(CacheLoad.parse(load.line())).isEqualTo(load));
    }

    @Test
    void titlesAreReadable() {
        assertThat(CacheLoad.ALL)
                .extracting(CacheLoad::title)
                .containsExactly(
                        "get, 1 thread",
                        "get, 8 threads",
                        "get, 64 threads",
                        "put, 1 thread",
                        "put, 8 threads",
                        "put, 64 threads",
                        "async get, 256 in flight");
    }

    @Test
    void titlesOfLoadsWithCopiesAreReadable() {
        assertThat(CacheLoad.WITH_COPIES)
                .extracting(CacheLoad::title)
                .containsExactly(
                        "put, 1 thread",
                        "put, 8 threads",
                        "put, 64 threads",
                        "async put, 256 in flight",
                        "get, 64 threads");
    }
}
