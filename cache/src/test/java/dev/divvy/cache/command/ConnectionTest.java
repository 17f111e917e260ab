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

    private final Stage stage = Stage.of(CacheClock.SYSTEM);

    @Test
    void connectionsAreListedAndKilled() {
        ClientSession other = stage.connect();
        stage.say("CLIENT", "SETNAME", "first");
        stage.say("CLIENT", "SETINFO", "LIB-NAME", "tests");
        assertThat(stage.say("CLIENT", "ID")).isEqualTo(":" + stage.session().id() + "\r\n");
        assertThat(stage.say("CLIENT", "LIST"))
                .contains("name=first ", "lib-name=tests ", "addr=" + other.address())
                .contains("resp=2");
        assertThat(stage.say("CLIENT", "KILL", "ID", "99")).isEqualTo(":0\r\n");
        assertThat(stage.say("CLIENT", "KILL", "ID", "0")).isEqualTo("-ERR client-id should be greater than 0\r\n");
        assertThat(stage.say("CLIENT", "KILL", "1.2.3.4:5")).isEqualTo("-ERR No such client\r\n");
        assertThat(stage.say("CLIENT", "KILL", "TYPE", "normal")).isEqualTo(":1\r\n");
        assertThat(stage.sessions().all()).containsExactly(stage.session());
        assertThat(stage.session().closing()).isFalse();
        assertThat(stage.say("CLIENT", "KILL", stage.session().address())).isEqualTo("+OK\r\n");
        assertThat(stage.session().closing()).isTrue();
    }

    @Test
    void theClusterIsShownInItsThreeForms() {
        String me = ClusterView.idOf("n1");
        String other = ClusterView.idOf("n2");
        assertThat(me).hasSize(40).matches("[0-9a-f]+").isNotEqualTo(other);
        assertThat(stage.say("CLUSTER", "MYID")).isEqualTo("$40\r\n" + me + "\r\n");
        assertThat(stage.say("CLUSTER", "SLOTS"))
                .startsWith("*3\r\n*3\r\n:0\r\n:2\r\n*4\r\n$9\r\n127.0.0.1\r\n:7401\r\n$40\r\n" + me + "\r\n*0\r\n"
                        + "*3\r\n:8\r\n:16383\r\n")
                .endsWith("*3\r\n:3\r\n:7\r\n*4\r\n$9\r\n127.0.0.2\r\n:7402\r\n$40\r\n" + other + "\r\n*0\r\n");
        assertThat(stage.say("CLUSTER", "NODES"))
                .contains(me + " 127.0.0.1:7401@7501 myself,master - 0 0 5 connected 0-2 8-16383\n")
                .contains(other + " 127.0.0.2:7402@7502 master - 0 0 5 connected 3-7\n");
        assertThat(stage.say("CLUSTER", "SHARDS")).startsWith("*2\r\n*4\r\n$5\r\nslots\r\n*4\r\n:0\r\n:2\r\n:8\r\n");
        assertThat(stage.say("CLUSTER", "INFO"))
                .contains("cluster_state:ok\r\n", "cluster_slots_assigned:16384\r\n", "cluster_size:2\r\n");
        assertThat(stage.say("CLUSTER", "KEYSLOT", "foo")).isEqualTo(":12182\r\n");
        stage.say("SET", "foo", "x");
        assertThat(stage.say("CLUSTER", "COUNTKEYSINSLOT", "12182")).isEqualTo(":1\r\n");
        assertThat(stage.say("CLUSTER", "GETKEYSINSLOT", "12182", "10")).isEqualTo("*1\r\n$3\r\nfoo\r\n");
        assertThat(stage.say("CLUSTER", "COUNTKEYSINSLOT", "16384")).isEqualTo("-ERR Invalid slot\r\n");
        assertThat(stage.say("CLUSTER", "GETKEYSINSLOT", "1", "-1"))
                .isEqualTo("-ERR Invalid slot or number of keys\r\n");
        assertThat(stage.say("CLUSTER", "RESET")).startsWith("-ERR the cluster looks after itself");
        assertThat(stage.say("INFO")).contains("cluster_enabled:1\r\n");
        assertThat(stage.say("SELECT", "1")).isEqualTo("-ERR SELECT is not allowed in cluster mode\r\n");
        assertThat(stage.say("READONLY")).isEqualTo("+OK\r\n");
    }

    @Test
    void withOtherTokensClientsMustNotRoute() {
        Stage small = new Stage(Tokens.redis(10), CacheClock.SYSTEM, Optional.empty());
        for (String word : List.of("SLOTS", "SHARDS", "NODES")) {
            assertThat(small.say("CLUSTER", word))
                    .isEqualTo(
                            "-ERR this cluster has 10 tokens: clients must not route by themselves; ask any node\r\n");
        }
        assertThat(small.say("INFO", "cluster")).contains("cluster_enabled:0\r\n");
        assertThat(small.say("CLUSTER", "KEYSLOT", "foo")).isEqualTo(":7\r\n");
        assertThat(small.say("SELECT", "1")).isEqualTo("-ERR DB index is out of range\r\n");
        assertThat(small.say("HELLO")).contains("standalone");
    }

    @Test
    void figuresAndSettingsAreTold() {
        stage.say("SET", "a", "x", "EX", "100");
        stage.say("GET", "a");
        stage.say("GET", "b");
        stage.sessions().countCommands(17);
        assertThat(stage.say("INFO"))
                .contains("# Server\r\nredis_version:7.0.15\r\n", "divvy_name:n1\r\n", "tcp_port:7401\r\n")
                .contains("keyspace_hits:1\r\n", "keyspace_misses:1\r\n", "db0:keys=1,expires=1,avg_ttl=0\r\n")
                .contains("total_commands_processed:17\r\n", "connected_clients:1\r\n")
                .contains("total_connections_received:1\r\n");
        assertThat(stage.say("INFO", "STATS")).contains("# Stats").doesNotContain("# Server");
        assertThat(stage.say("CONFIG", "RESETSTAT")).isEqualTo("+OK\r\n");
        assertThat(stage.say("INFO", "stats")).contains("keyspace_hits:0\r\n");
        assertThat(stage.say("CONFIG", "GET", "save")).isEqualTo("*2\r\n$4\r\nsave\r\n$0\r\n\r\n");
        assertThat(stage.say("CONFIG", "GET", "MAXMEM*", "save")).startsWith("*6\r\n$9\r\nmaxmemory\r\n$1\r\n0\r\n");
        assertThat(stage.say("CONFIG", "SET", "save", "x")).startsWith("-ERR settings are given when the node starts");
        assertThat(stage.say("WAIT", "1", "0")).isEqualTo(":0\r\n");
        assertThat(stage.say("MSETNX", "a", "b")).startsWith("-ERR MSETNX is not supported");
        assertThat(stage.say("MULTI")).isEqualTo("-ERR unknown command 'MULTI', with args beginning with: \r\n");
    }

    @Test
    void everyCommandIsFoundByItsNameAndInTheCatalog() {
        for (Command command : Commands.all()) {
            byte[] upper = command.name().toUpperCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
            assertThat(Commands.find(RespRequest.of(upper))).isSameAs(command);
        }
        assertThat(Commands.all().stream().map(Command::name).distinct().count())
                .isEqualTo(Commands.all().size());
        assertThat(Commands.find(RespRequest.of(new byte[0]))).isNull();
        assertThat(stage.say("COMMAND", "COUNT")).isEqualTo(":" + Commands.all().size() + "\r\n");
        assertThat(stage.say("COMMAND", "INFO", "get", "foo").replace("\r\n", " "))
                .isEqualTo("*2 *10 $3 get :2 *2 +readonly +fast :1 :1 :1 *2 +@read +@string *0 *0 *0 $-1 ");
        assertThat(stage.say("COMMAND", "DOCS", "get")).startsWith("*2\r\n$3\r\nget\r\n*4\r\n$7\r\nsummary\r\n");
        assertThat(stage.say("COMMAND", "LIST", "FILTERBY", "PATTERN", "get?x")).isEqualTo("*1\r\n$5\r\ngetex\r\n");
    }

    @Test
    void thePartsOfManyKeysDoAsTheWhole() {
        for (List<String> words : List.of(
                List.of("MSET", "a", "1", "b", "2", "c", "3"),
                List.of("MGET", "a", "x", "b"),
                List.of("EXISTS", "a", "a", "x"),
                List.of("TOUCH", "a", "x"),
                List.of("DEL", "a", "a", "b"),
                List.of("UNLINK", "c", "x"))) {
            stage.say("MSET", "a", "1", "b", "2", "c", "3");
            RespRequest whole = request(words);
            ManyKeysCommand command = (ManyKeysCommand) Objects.requireNonNull(Commands.find(whole));
            String parts = parts(command, whole);
            stage.say("MSET", "a", "1", "b", "2", "c", "3");
            String expected = stage.say(words.toArray(String[]::new));
            assertThat(parts).as(words.toString()).isEqualTo(expected);
        }
    }

    private String parts(ManyKeysCommand command, RespRequest whole) {
        StringBuilder array = new StringBuilder("*" + command.parts(whole) + "\r\n");
        int sum = 0;
        for (int i = 0; i < command.parts(whole); i++) {
            RespRequest part = command.part(whole, i);
            String reply = new String(stage.ask(part.data()), StandardCharsets.ISO_8859_1);
            array.append(reply);
            sum += reply.equals(":1\r\n") ? 1 : 0;
        }
        return switch (command.combine()) {
            case ARRAY -> array.toString();
            case SUM -> ":" + sum + "\r\n";
            case ALL_OK -> array.substring(array.length() - 5);
        };
    }

    private static RespRequest request(List<String> words) {
        return RespRequest.of(words.stream()
                .map(word -> word.getBytes(StandardCharsets.ISO_8859_1))
                .toArray(byte[][]::new));
    }
}
