package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Membership;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One query of divvy_member explains the group. */
class MemberViewTest {

    @Test
    void explainsTheGroupOnH2() throws Exception {
        explains(TestDatabase.withTables(TestDatabase.fresh(DatabaseKind.H2)));
    }

    @Test
    @NeedsPostgres
    void explainsTheGroupOnPostgres() throws Exception {
        explains(TestDatabase.withTables(TestDatabase.fresh(DatabaseKind.POSTGRESQL)));
    }

    @Test
    @NeedsMaria
    void explainsTheGroupOnMaria() throws Exception {
        explains(TestDatabase.withTables(TestDatabase.fresh(DatabaseKind.MARIADB)));
    }

    private static void explains(TestDatabase database) throws Exception {
        SqlBoardSettings settings =
                SqlBoardSettings.defaults().withTiming(TwoProcessGroup.QUICK).neverForgets();
        Group group = Group.of("orders", Tokens.sql(64)).with(TwoProcessGroup.QUICK);
        try (SqlBoards boards = new SqlBoards(database.pool(), database.kind(), settings);
                Membership a = group.join(boards.of("orders"), "node-a");
                Membership b = group.join(boards.of("orders"), "node-b");
                Membership c = group.join(boards.of("orders"), "node-c")) {
            Await.until(
                    "all is held",
                    () -> Stream.of(a, b, c).allMatch(member -> member.portion().count() >= 21)
                            && database.number("SELECT MIN(m.acknowledged) - MIN(g.epoch) FROM divvy_member m"
                                            + " JOIN divvy_board g ON g.group_name = m.group_name")
                                    == 0
                            && database.number("SELECT COUNT(*) FROM divvy_member WHERE state <> 'RUNNING'") == 0);
            try (Connection connection = database.pool().getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT * FROM divvy_member ORDER BY id")) {
                assertThat(columns(rows))
                        .startsWith(
                                "group_name",
                                "id",
                                "name",
                                "state",
                                "pieces",
                                "assigned",
                                "total",
                                "acknowledged",
                                "expires_at");
                for (Membership member : List.of(a, b, c)) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString("id"))
                            .isEqualTo(member.incarnation().orElseThrow().toString());
                    assertThat(rows.getString("name")).isEqualTo(member.id());
                    assertThat(rows.getString("state")).isEqualTo("RUNNING");
                    assertThat(rows.getString("pieces"))
                            .isEqualTo(member.portion().runs().toString())
                            .contains("-");
                    assertThat(rows.getInt("assigned"))
                            .isEqualTo(member.portion().count());
                    assertThat(rows.getInt("total")).isEqualTo(64);
                    assertThat(rows.getTimestamp("expires_at")).isNotNull();
                }
                assertThat(rows.next()).isFalse();
            }
        }
    }

    private static List<String> columns(ResultSet rows) throws SQLException {
        ResultSetMetaData data = rows.getMetaData();
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= data.getColumnCount(); i++) {
            names.add(data.getColumnLabel(i).toLowerCase(java.util.Locale.ROOT));
        }
        return names;
    }
}
