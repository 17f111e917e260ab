package dev.divvy.testservers.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@NeedsPostgres
@Tag("long")
class ExternalServerTest {

    private static final String PROPERTY = "divvy.test.postgres";

    @AfterEach
    void clearProperties() {
        System.clearProperty(PROPERTY);
        System.clearProperty(PROPERTY + ".user");
        System.clearProperty(PROPERTY + ".password");
    }

    @Test
    void aNamedServerIsUsedAndNeverKilled() throws SQLException {
        try (PostgresServer external = PostgresServer.start()) {
            System.setProperty(PROPERTY, external.jdbcUrl("postgres") + "?ApplicationName=divvy");
            System.setProperty(PROPERTY + ".user", external.user());
            System.setProperty(PROPERTY + ".password", external.password());
            PostgresServer named = PostgresServer.start();
            assertThat(named.ours()).isFalse();
            assertThat(named.port()).isEqualTo(external.port());
            assertThat(named.jdbcUrl("fresh")).endsWith(external.port() + "/fresh?ApplicationName=divvy");
            assertThatThrownBy(named::kill)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("127.0.0.1:" + external.port());
            assertThatThrownBy(named::pid).isInstanceOf(UnsupportedOperationException.class);
            named.close();
            try (Connection connection =
                    DriverManager.getConnection(named.jdbcUrl("fresh"), named.user(), named.password())) {
                assertThat(connection.isValid(60)).isTrue();
            }
        }
    }

    @Test
    void aNameWithoutAPortIsRefused() {
        System.setProperty(PROPERTY, "jdbc:postgresql:postgres");
        assertThatThrownBy(PostgresServer::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("postgresql:postgres");
    }
}
