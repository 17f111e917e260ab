package dev.divvy.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.RedisBoardSettings;
import dev.divvy.boardredis.RedisBoards;
import dev.divvy.boardsql.SqlBoardSettings;
import dev.divvy.boardsql.SqlBoards;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Boards;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.report.StatusText;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.StoreNames;
import dev.divvy.testservers.needs.NeedsPostgres;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import dev.divvy.testservers.sql.PostgresServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code divvy why}, {@code plan}, {@code history} and {@code status} on the boards of running groups. */
class GroupCommandsTest {

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    @TempDir
    private Path folder;

    @AfterEach
    void end() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    @Test
    void aGroupInAFileOfH2() throws Exception {
        H2 h2 = H2.shared(folder);
        open.push(h2);
        String[] where = {"--jdbc", h2.url(), "--jdbc-user", "sa"};
        SqlBoards boards = sql(h2.url(), "sa", "");
        answersAsItsMembersDo(boards, "outbox", Tokens.sql(12), "order-17", where);
        assertThat(boards.groups()).containsExactly("outbox");
        refused(
                "there is no group 'other' in jdbc:h2:file:",
                "; there are outbox",
                with(where, "status", "--group", "other"));
        assertThat(boards.groups()).as("after a look at another").containsExactly("outbox");
        refused(
                "wrong user or password",
                "--jdbc-password-file or DIVVY_JDBC_PASSWORD",
                "status",
                "--jdbc",
                h2.url(),
                "--jdbc-user",
                "me");
        refused("there are no Divvy tables in", "--prefix", with(where, "status", "--prefix", "other_"));
    }

    @Test
    @NeedsPostgres
    void aGroupInPostgres() throws Exception {
        PostgresServer server = PostgresServer.shared();
        String url = server.jdbcUrl("looked_at");
        String[] where = {
            "--jdbc", url, "--jdbc-user", server.user(), "--jdbc-password", server.password(), "--group", "jobs"
        };
        refused("there are no Divvy tables in", "the first member creates them", with(where, "history"));
        SqlBoards boards = sql(url, server.user(), server.password()).createIfMissing();
        refused("there is no group 'jobs'", "nobody has joined any yet", with(where, "history"));
        answersAsItsMembersDo(boards, "jobs", Units.of("x", "y", "z"), "y", where);
        refused("there is no unit w in group jobs; its units: x, y, z", "", with(where, "why", "w"));
        assertThat(boards.groups()).containsExactly("jobs");
    }

    @Test
    @NeedsRedis
    void aGroupInRedisAndTheOneOfDistributors() throws Exception {
        RedisServer server = RedisServer.start();
        open.push(server);
        String at = server.host() + ":" + server.port();
        RedisBoards boards = RedisBoards.on(
                RedisAddress.at(at),
                RedisBoardSettings.defaults().neverForgets().withTimeout(Duration.ofSeconds(20)));
        open.push(boards);
        refused("there is no group 'sys-matching-table' in Redis at " + at, "--group", "status", "--redis", at);
        assertThat(new RedisLine(server).say("KEYS *")).first().as("no keys").isEqualTo("*0");
        String[] where = {"--redis", "redis://" + at, "--group", "jobs"};
        answersAsItsMembersDo(boards, "jobs", Units.of("x", "y", "z"), "y", where);
        refused("there is no unit w in group jobs; its units: x, y, z", "", with(where, "why", "w"));

        RedisStore store =
                RedisStore.at(RedisAddress.at(at), StoreNames.DEFAULT.distribution(), Duration.ofSeconds(20));
        open.push(store);
        Distributor distributor = Distributor.start(store, DistributorSettings.of("d1"));
        open.push(distributor);
        Program.await("it writes", () -> distributor.status().writing());
        assertThat(output("why", "writer", "--redis", at)).startsWith("piece writer has belonged to d1 since epoch 1");
        assertThat(output("status", "--redis", at)).contains("group sys-matching-table, 1 unit", "d1 RUNNING, 1 unit");
    }

    /** A card stays when its member dies; a single snapshot cannot show that. */
    @Test
    void aDeadMemberIsReportedAsSilent() throws Exception {
        H2 h2 = H2.inMemory();
        open.push(h2);
        Card dead = new Card(
                new Member("dead", 1, Optional.empty(), 1), 0, 0, CardState.RUNNING, "there", Duration.ofSeconds(1));
        assertThat(sql(h2.url(), "sa", "").of("outbox").join(dead)).isEqualTo(new Admission.Admitted());
        assertThat(output("status", "--jdbc", h2.url(), "--jdbc-user", "sa").lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("group outbox, no allocation yet, not calm"),
                        line -> assertThat(line).isEqualTo("dead RUNNING at there"),
                        line -> assertThat(line).startsWith("dead has sent no heartbeat for "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            status --jdbc jdbc:h2:mem:x --redis 127.0.0.1:1   | 2 | --jdbc and --redis are different places
            why a --at 127.0.0.1:1 --jdbc jdbc:h2:mem:x       | 2 | --at and --jdbc are different places
            history --redis a:1 --at 127.0.0.1:1              | 2 | give one of --at, --jdbc and --redis
            plan --leave a --schema x                         | 2 | --schema goes with --jdbc only
            status --redis a:1 --jdbc-user x                  | 2 | --jdbc-user goes with --jdbc only
            status --jdbc jdbc:h2:mem:x --password-file x     | 2 | --password-file goes with --at only
            status --jdbc jdbc:h2:mem:x --prefix a-b          | 2 | table prefix "a-b" must be a plain word
            status --redis a:1 --prefix {a}                   | 2 | prefix {a} has a brace
            status --jdbc jdbc:nothing:x                      | 2 | there is no driver for 'jdbc:nothing:x'
            status --jdbc jdbc:postgresql://127.0.0.1:1/x     | 1 | cannot reach jdbc:postgresql://127.0.0.1:1/x
            why a --jdbc jdbc:h2:mem:fresh                    | 1 | there are no Divvy tables in jdbc:h2:mem:fresh
            why a --jdbc jdbc:h2:FOLDER/none                  | 1 | there is no database at jdbc:h2:FOLDER/none
            history --redis 127.0.0.1:1                       | 1 | 127.0.0.1:1
            history --redis redis://:hush@127.0.0.1:1         | 2 | give the password with --redis-password-file
            history --redis redis://127.0.0.1:1/3             | 2 | only database 0 is supported
            history --redis http://127.0.0.1:1                | 2 | --redis: 'http://127.0.0.1:1' is not a Redis address
            """)
    void whatCannotBeIsOneLine(String words, int exitCode, String complaint) throws Exception {
        Shell shell = Shell.divvy(words.replace("FOLDER", folder.toString()).split(" ", -1));
        assertThat(shell.exitCode()).as(shell.err()).isEqualTo(exitCode);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err().lines())
                .singleElement()
                .asString()
                .contains(complaint.replace("FOLDER", folder.toString()))
                .doesNotContain("hush");
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            status --at 127.0.0.1:1                       | JDBC REDIS | there is no node at 127.0.0.1:1
            status --jdbc jdbc:postgresql://127.0.0.1:1/x | REDIS      | cannot reach jdbc:postgresql://127.0.0.1:1/x
            status --redis 127.0.0.1:2                    | JDBC       | 127.0.0.1:2
            status                                        | JDBC       | there are no Divvy tables in jdbc:h2:mem:elsewhere
            status                                        | REDIS      | 127.0.0.1:1
            status                                        | JDBC REDIS | --jdbc and --redis are different places
            """)
    void aPlaceOnTheCommandLineWinsOverThoseOfTheEnvironment(String words, String set, String complaint) {
        Map<String, String> values = Map.of("JDBC", "jdbc:h2:mem:elsewhere", "REDIS", "127.0.0.1:1");
        Map<String, String> environment = Arrays.stream(set.split(" "))
                .collect(Collectors.toMap(name -> "DIVVY_STATUS_" + name, name -> values.getOrDefault(name, "")));
        StringWriter err = new StringWriter();
        int exitCode =
                Divvy.run(new PrintWriter(new StringWriter()), new PrintWriter(err), environment, words.split(" "));
        assertThat(exitCode).isPositive();
        assertThat(err.toString().lines()).singleElement().asString().contains(complaint);
    }

    /** A command that reads the board of two members shows their state and leaves the board unchanged. */
    private void answersAsItsMembersDo(Boards boards, String name, Pieces pieces, String key, String[] where) {
        Board board = boards.of(name);
        Group group = Group.of(name, pieces).with(RunningGroup.PATIENT);
        Membership one = group.join(board, new MemberSettings("w1").withAddress("there, in the corner"));
        open.push(one);
        Membership two = group.join(board, "w2");
        open.push(two);
        Program.await("both hold their share", () -> isCalm(one.status()) && isCalm(two.status()));
        GroupStatus status = one.status();
        List<?> before = withoutBeats(board.look());
        assertThat(output(with(where, "status")).lines())
                .containsExactlyElementsOf(StatusText.status(status, true, MemberStatus::address))
                .contains("w1 RUNNING at there, in the corner, "
                        + status.members().get(0).pieces().count() + (pieces instanceof Tokens ? " tokens" : " units"));
        assertThat(output(with(where, "why", key)).lines())
                .containsExactlyElementsOf(StatusText.why(status, key.getBytes(UTF_8)));
        assertThat(output(with(where, "history")).lines()).containsExactlyElementsOf(StatusText.history(status));
        int leaving = status.members().get(1).pieces().count();
        assertThat(output(with(where, "plan", "--leave", "w2")).lines())
                .containsExactly(
                        "if w2 left, " + leaving + " of " + pieces.count()
                                + (pieces instanceof Tokens ? " tokens" : " units")
                                + " would move, the fewest possible is " + leaving,
                        leaving + " from w2 to w1");
        refused("there is no member w9", "the members are w1, w2", with(where, "plan", "--leave", "w9"));
        assertThat(withoutBeats(board.look())).isEqualTo(before);
    }

    private static boolean isCalm(GroupStatus status) {
        return status.calm() && status.members().size() == 2;
    }

    private static List<?> withoutBeats(BoardSnapshot seen) {
        return List.of(
                seen.origin(),
                seen.allocation(),
                seen.cards().stream().map(card -> card.withBeat(0)).toList());
    }

    private SqlBoards sql(String url, String user, String password) throws Exception {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setUsername(user);
        pool.setPassword(password);
        pool.setMaximumPoolSize(4);
        open.push(pool);
        SqlBoards boards =
                SqlBoards.on(pool, SqlBoardSettings.defaults().neverForgets().withTimeout(Duration.ofSeconds(20)));
        open.push(boards);
        return boards;
    }

    private static String[] with(String[] more, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static void refused(String complaint, String more, String... words) {
        Shell shell = Shell.divvy(words);
        assertThat(shell.exitCode()).as(shell.err()).isEqualTo(1);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err().lines()).singleElement().asString().contains(complaint, more);
    }

    private static String output(String... words) {
        Shell shell = Shell.divvy(words);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.exitCode()).isZero();
        return shell.out();
    }
}
