package dev.divvy.cache.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.ClusterView;
import dev.divvy.cache.command.spec.Command;
import dev.divvy.cache.command.spec.ManyKeysCommand;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.CacheClock;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConnectionTest {

    private final CommandHarness harness = CommandHarness.of(CacheClock.SYSTEM);

    @Test
    void connectionsAreListedAndKilled() {
        ClientSession other = harness.connect();
        harness.ask("CLIENT", "SETNAME", "first");
        harness.ask("CLIENT", "SETINFO", "LIB-NAME", "tests");
        assertThat(harness.ask("CLIENT", "ID"))
                .isEqualTo(":" + harness.session().id() + "\r\n");
        assertThat(harness.ask("CLIENT", "LIST"))
                .contains("name=first ", "lib-name=tests ", "addr=" + other.address())
                .contains("resp=2");
        assertThat(harness.ask("CLIENT", "KILL", "ID", "99")).isEqualTo(":0\r\n");
        assertThat(harness.ask("CLIENT", "KILL", "ID", "0")).isEqualTo("-ERR client-id should be greater than 0\r\n");
        assertThat(harness.ask("CLIENT", "KILL", "1.2.3.4:5")).isEqualTo("-ERR No such client\r\n");
        assertThat(harness.ask("CLIENT", "KILL", "TYPE", "normal")).isEqualTo(":1\r\n");
        assertThat(harness.sessions().all()).containsExactly(harness.session());
        assertThat(harness.session().closing()).isFalse();
        assertThat(harness.ask("CLIENT", "KILL", harness.session().address())).isEqualTo("+OK\r\n");
        assertThat(harness.session().closing()).isTrue();
    }

    @Test
    void theClusterIsShownByItsThreeCommands() {
        String self = ClusterView.idOf("n1");
        String other = ClusterView.idOf("n2");
        assertThat(self).hasSize(40).matches("[0-9a-f]+").isNotEqualTo(other);
        assertThat(harness.ask("CLUSTER", "MYID")).isEqualTo("$40\r\n" + self + "\r\n");
        assertThat(harness.ask("CLUSTER", "SLOTS"))
                .startsWith("*3\r\n*3\r\n:0\r\n:2\r\n*4\r\n$9\r\n127.0.0.1\r\n:7401\r\n$40\r\n" + self + "\r\n*0\r\n"
                        + "*3\r\n:8\r\n:16383\r\n")
                .endsWith("*3\r\n:3\r\n:7\r\n*4\r\n$9\r\n127.0.0.2\r\n:7402\r\n$40\r\n" + other + "\r\n*0\r\n");
        assertThat(harness.ask("CLUSTER", "NODES"))
                .contains(self + " 127.0.0.1:7401@7501 myself,master - 0 0 5 connected 0-2 8-16383\n")
                .contains(other + " 127.0.0.2:7402@7502 master - 0 0 5 connected 3-7\n");
        assertThat(harness.ask("CLUSTER", "SHARDS")).startsWith("*2\r\n*4\r\n$5\r\nslots\r\n*4\r\n:0\r\n:2\r\n:8\r\n");
        assertThat(harness.ask("CLUSTER", "INFO"))
                .contains("cluster_state:ok\r\n", "cluster_slots_assigned:16384\r\n", "cluster_size:2\r\n");
        assertThat(harness.ask("CLUSTER", "KEYSLOT", "foo")).isEqualTo(":12182\r\n");
        harness.ask("SET", "foo", "x");
        assertThat(harness.ask("CLUSTER", "COUNTKEYSINSLOT", "12182")).isEqualTo(":1\r\n");
        assertThat(harness.ask("CLUSTER", "GETKEYSINSLOT", "12182", "10")).isEqualTo("*1\r\n$3\r\nfoo\r\n");
        assertThat(harness.ask("CLUSTER", "COUNTKEYSINSLOT", "16384")).isEqualTo("-ERR Invalid slot\r\n");
        assertThat(harness.ask("CLUSTER", "GETKEYSINSLOT", "1", "-1"))
                .isEqualTo("-ERR Invalid slot or number of keys\r\n");
        assertThat(harness.ask("CLUSTER", "RESET")).startsWith("-ERR the cluster manages itself");
        assertThat(harness.ask("INFO")).contains("cluster_enabled:1\r\n");
        assertThat(harness.ask("SELECT", "1")).isEqualTo("-ERR SELECT is not allowed in cluster mode\r\n");
        assertThat(harness.ask("READONLY")).isEqualTo("+OK\r\n");
    }

    @Test
    void withOtherTokensClientsMustNotRoute() {
        CommandHarness small = new CommandHarness(Tokens.redis(10), CacheClock.SYSTEM, Optional.empty());
        for (String word : List.of("SLOTS", "SHARDS", "NODES")) {
            assertThat(small.ask("CLUSTER", word))
                    .isEqualTo(
                            "-ERR this cluster has 10 tokens: clients must not route by themselves; ask any node\r\n");
        }
        assertThat(small.ask("INFO", "cluster")).contains("cluster_enabled:0\r\n");
        assertThat(small.ask("CLUSTER", "KEYSLOT", "foo")).isEqualTo(":7\r\n");
        assertThat(small.ask("SELECT", "1")).isEqualTo("-ERR DB index is out of range\r\n");
        assertThat(small.ask("HELLO")).contains("standalone");
    }

    @Test
    void statisticsAndSettingsAreShown() {
        harness.ask("SET", "a", "x", "EX", "100");
        harness.ask("GET", "a");
        harness.ask("GET", "b");
        harness.sessions().countCommands(17);
        assertThat(harness.ask("INFO"))
                .contains("# Server\r\nredis_version:7.0.15\r\n", "divvy_name:n1\r\n", "tcp_port:7401\r\n")
                .contains("keyspace_hits:1\r\n", "keyspace_misses:1\r\n", "db0:keys=1,expires=1,avg_ttl=0\r\n")
                .contains("total_commands_processed:17\r\n", "connected_clients:1\r\n")
                .contains("total_connections_received:1\r\n");
        assertThat(harness.ask("INFO", "STATS")).contains("# Stats").doesNotContain("# Server");
        assertThat(harness.ask("CONFIG", "RESETSTAT")).isEqualTo("+OK\r\n");
        assertThat(harness.ask("INFO", "stats")).contains("keyspace_hits:0\r\n");
        assertThat(harness.ask("CONFIG", "GET", "save")).isEqualTo("*2\r\n$4\r\nsave\r\n$0\r\n\r\n");
        assertThat(harness.ask("CONFIG", "GET", "MAXMEM*", "save")).startsWith("*6\r\n$9\r\nmaxmemory\r\n$1\r\n0\r\n");
        assertThat(harness.ask("CONFIG", "SET", "save", "x"))
                .startsWith("-ERR settings are given when the node starts");
        assertThat(harness.ask("WAIT", "1", "0")).isEqualTo(":0\r\n");
        assertThat(harness.ask("MSETNX", "a", "b")).startsWith("-ERR MSETNX is not supported");
        assertThat(harness.ask("MULTI")).isEqualTo("-ERR unknown command 'MULTI', with args beginning with: \r\n");
    }

    @Test
    void everyCommandIsFoundByItsNameAndListed() {
        for (Command command : Commands.all()) {
            byte[] upper = command.name().toUpperCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
            assertThat(Commands.find(RespRequest.of(upper))).isSameAs(command);
        }
        assertThat(Commands.all().stream().map(Command::name).distinct().count())
                .isEqualTo(Commands.all().size());
        assertThat(Commands.find(RespRequest.of(new byte[0]))).isNull();
        assertThat(harness.ask("COMMAND", "COUNT"))
                .isEqualTo(":" + Commands.all().size() + "\r\n");
        assertThat(harness.ask("COMMAND", "INFO", "get", "foo").replace("\r\n", " "))
                .isEqualTo("*2 *10 $3 get :2 *2 +readonly +fast :1 :1 :1 *2 +@read +@string *0 *0 *0 $-1 ");
        assertThat(harness.ask("COMMAND", "DOCS", "get")).startsWith("*2\r\n$3\r\nget\r\n*4\r\n$7\r\nsummary\r\n");
        assertThat(harness.ask("COMMAND", "LIST", "FILTERBY", "PATTERN", "get?x"))
                .isEqualTo("*1\r\n$5\r\ngetex\r\n");
    }

    @Test
    void thePartsOfACommandAboutManyKeysGiveTheSameReply() {
        for (List<String> words : List.of(
                List.of("MSET", "a", "1", "b", "2", "c", "3"),
                List.of("MGET", "a", "x", "b"),
                List.of("EXISTS", "a", "a", "x"),
                List.of("TOUCH", "a", "x"),
                List.of("DEL", "a", "a", "b"),
                List.of("UNLINK", "c", "x"))) {
            harness.ask("MSET", "a", "1", "b", "2", "c", "3");
            RespRequest request = requestOf(words);
            ManyKeysCommand command = (ManyKeysCommand) Objects.requireNonNull(Commands.find(request));
            String parts = parts(command, request);
            harness.ask("MSET", "a", "1", "b", "2", "c", "3");
            String expected = harness.ask(words.toArray(String[]::new));
            assertThat(parts).as(words.toString()).isEqualTo(expected);
        }
    }

    private String parts(ManyKeysCommand command, RespRequest request) {
        StringBuilder array = new StringBuilder("*" + command.parts(request) + "\r\n");
        int sum = 0;
        for (int i = 0; i < command.parts(request); i++) {
            RespRequest part = command.part(request, i);
            String reply = new String(harness.ask(part.data()), StandardCharsets.ISO_8859_1);
            array.append(reply);
            sum += reply.equals(":1\r\n") ? 1 : 0;
        }
        return switch (command.combine()) {
            case ARRAY -> array.toString();
            case SUM -> ":" + sum + "\r\n";
            case ALL_OK -> array.substring(array.length() - 5);
        };
    }

    private static RespRequest requestOf(List<String> words) {
        return RespRequest.of(words.stream()
                .map(word -> word.getBytes(StandardCharsets.ISO_8859_1))
                .toArray(byte[][]::new));
    }
}
