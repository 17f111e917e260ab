package dev.divvy.testservers.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessesTest {

    @Test
    void theTenthServerIsNotTakenForTheFirst() {
        assertThat(Processes.belongsTo("/cache/redis-server redis-7-42-1 127.0.0.1:7000", "redis-7-42-1"))
                .isTrue();
        assertThat(Processes.belongsTo("/cache/redis-server redis-7-42-10 127.0.0.1:7000", "redis-7-42-1"))
                .isFalse();
        assertThat(Processes.belongsTo("postgres\0-D\0/tmp/postgres-7-42-10/data\0", "postgres-7-42-1"))
                .isFalse();
        assertThat(Processes.belongsTo("postgres\0-D\0/tmp/postgres-7-42-10/data\0", "postgres-7-42-10"))
                .isTrue();
        assertThat(Processes.belongsTo("redis-server\0--x\0redis-7-42-10\0redis-7-42-1", "redis-7-42-1"))
                .isTrue();
    }

    @Test
    void aProcessThatOnlyNamesAHomeIsNotAServer() {
        assertThat(Processes.belongsTo("tail\0-f\0/tmp/redis-7-42-1/log\0", "redis-7-42-1"))
                .isFalse();
    }
}
