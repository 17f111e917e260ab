package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;

/** By the texts that the databases report. CockroachDB, YugabyteDB and TiDB were not run. */
class DatabaseKindTest {

    @Test
    void databasesThatImitateAnotherOneAreRefused() {
        refused("CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, built 2023/09/27 01:53:43, go1.19.10)", "CockroachDB");
        refused(
                "PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 16.0.6, 64-bit",
                "YugabyteDB");
        refused("PostgreSQL 15.12-YB-2025.1.0.0-b0 on x86_64-pc-linux-gnu", "YugabyteDB");
        refused("5.7.25-TiDB-v3.0.3", "TiDB");
        refused("8.0.11-TiDB-v7.5.2-serverless", "TiDB");
    }

    private static void refused(String version, String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DatabaseKind.checkVersion(version))
                .withMessageContainingAll("does not support " + name, version, "; use ");
    }

    @Test
    void theOriginalsAreNot() {
        for (String version : List.of(
                "PostgreSQL 18.0 (Debian 18.0-1.pgdg120+3) on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0) 12.2.0",
                "10.11.14-MariaDB-0+deb12u2",
                "11.8.3-MariaDB-log",
                "8.0.43",
                "8.4.6-0ubuntu0.25.04.1")) {
            assertThatCode(() -> DatabaseKind.checkVersion(version)).as(version).doesNotThrowAnyException();
        }
    }

    @Test
    void theKindOfARealDatabaseIsAsked() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            assertThat(DatabaseKind.of(connection)).isEqualTo(DatabaseKind.H2);
        }
    }
}
