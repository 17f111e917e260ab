package dev.divvy.cli.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RedisUrlTest {

    @Test
    void oneWordSaysWhereARedisIs() {
        assertThat(RedisUrl.of("redis://h:7000")).isEqualTo(new RedisUrl(List.of("h:7000"), false));
        assertThat(RedisUrl.of("rediss://h:7000/")).isEqualTo(new RedisUrl(List.of("h:7000"), true));
        assertThat(RedisUrl.of("redis://h/0")).isEqualTo(new RedisUrl(List.of("h:6379"), false));
        assertThat(RedisUrl.of("h:7000")).isEqualTo(new RedisUrl(List.of("h:7000"), false));
        assertThat(RedisUrl.of("redis://a:1, b:2,c")).isEqualTo(new RedisUrl(List.of("a:1", "b:2", "c:6379"), false));
    }

    @Test
    void otherWordsAreRefused() {
        for (String word : List.of("", "redis://", "redis://h:99999", "redis://h/1", "ftp://h:1", "a:1,,b:2")) {
            assertThatThrownBy(() -> RedisUrl.of(word)).as(word).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> RedisUrl.of("redis://me:hush@h:1"))
                .hasMessageContaining("@h:1")
                .hasMessageNotContaining("hush");
    }
}
