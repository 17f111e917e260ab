package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.redis.Certificates;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeCommandTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            --listen 7401               | --listen      | '7401' is not HOST:PORT such as 127.0.0.1:7401
            --listen 127.0.0.1:0        | --listen      | '127.0.0.1:0' has a port that is not between 1 and 65535
            --mesh 127.0.0.1:70000      | --mesh        | '127.0.0.1:70000' has a port that is not between 1 and 65535
            --mesh no.such.invalid:7501 | --mesh        | 'no.such.invalid:7501' names an unknown host
            --peers 127.0.0.1:7501,x    | --peers       | 'x' is not HOST:PORT
            --listen 0.0.0.0:7401       | 0.0.0.0       | needs a password
            --tokens 0                  | --tokens      | '0' is not a whole number from 1 to
            --max-memory lots           | --max-memory  | 'lots' is not a memory size such as 256m or 2g
            --max-memory 90000g         | --max-memory  | DIVVY_JAVA_OPTS=-Xmx138240000m
            --secret-file /no/such      | --secret-file | cannot read /no/such: no such file
            --password-file /no/such | --password-file | cannot read /no/such: no such file
            --password a --password-file /b | --password | both give the secret; leave one out
            --http 70000                | --http        | '70000' is not [HOST:]PORT such as 7480 or 127.0.0.1:7480
            --http 0.0.0.0:7480         | --http        | '0.0.0.0:7480' would be open to other machines; add --http-open
            --tls-cert /no/such         | --tls-key     | one of them is missing
            --tls-cert /no/such --tls-key /no/such | /no/such | cannot be used
            --nme n1                    | --nme         | there is no option '--nme'; try divvy node --help
            """)
    void aBadValueIsOneLineThatNamesIt(String args, String option, String complaint) {
        List<String> words = new ArrayList<>(List.of("node"));
        words.addAll(List.of(args.split(" ", -1)));
        Shell shell = Shell.divvy(words.toArray(String[]::new));
        assertThat(shell.exitCode()).as(shell.err()).isEqualTo(2);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err().lines()).singleElement().asString().contains("divvy node: ", option, complaint);
    }

    @Test
    void aBusyPortIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            Shell clients =
                    Shell.divvy("node", "--listen", "127.0.0.1:" + port, "--mesh", "127.0.0.1:" + Program.freePort());
            assertThat(clients.exitCode()).as(clients.err()).isEqualTo(1);
            assertThat(clients.err().lines())
                    .singleElement()
                    .asString()
                    .isEqualTo("divvy node: cannot listen at 127.0.0.1:" + port
                            + ": Address already in use; --listen and --mesh choose the addresses of a node");
            Shell peers =
                    Shell.divvy("node", "--listen", "127.0.0.1:" + Program.freePort(), "--mesh", "127.0.0.1:" + port);
            assertThat(peers.exitCode()).as(peers.err()).isEqualTo(1);
            assertThat(peers.err().lines())
                    .singleElement()
                    .asString()
                    .isEqualTo(
                            "divvy node: cannot join the mesh cache at 127.0.0.1:" + port
                                    + ": the port is in use or the address does not belong to this machine; --listen and --mesh choose the addresses of a node");
            Shell pages = Shell.divvy(
                    "node",
                    "--listen",
                    "127.0.0.1:" + Program.freePort(),
                    "--mesh",
                    "127.0.0.1:" + Program.freePort(),
                    "--http",
                    port);
            assertThat(pages.exitCode()).as(pages.err()).isEqualTo(1);
            // One line: the node has not joined, so no token moved.
            assertThat(pages.err().lines()).singleElement().asString().contains("--http", port, "choose another port");
        }
    }

    @Test
    void programsReadHowANodeStands() throws Exception {
        int port = Program.freePort();
        try (Program node = Program.start(
                folder,
                List.of(
                        "node",
                        "--listen",
                        "127.0.0.1:" + Program.freePort(),
                        "--mesh",
                        "127.0.0.1:" + Program.freePort(),
                        "--expiration",
                        "20s",
                        "--http",
                        Integer.toString(port)))) {
            node.awaitOutput("n1 serves at ");
            assertThat(HttpPage.get(port, "/healthz").toString()).isEqualTo("200 alive\n");
            assertThat(HttpPage.get(port, "/readyz").toString()).isEqualTo("200 holds 16384 tokens\n");
            assertThat(HttpPage.get(port, "/api/status").toString())
                    .startsWith("200 {\"version\":\"")
                    .contains(
                            "\"product\":\"cache\",\"group\":{\"group\":\"cache\",\"divides\":\"tokens\",\"pieces\":16384,"
                                    + "\"epoch\":1,\"calm\":true,")
                    .contains("\"self\":{\"name\":\"n1\",\"held\":16384,")
                    .contains("\"members\":[{\"name\":\"n1\",\"state\":\"running\"")
                    .contains(
                            "\"figures\":{\"entries\":0,\"bytes\":0,\"hits\":0,\"misses\":0,\"expired\":0,\"evicted\":0,"
                                    + "\"nodes\":[{\"name\":\"n1\",\"entries\":0}]}");
            assertThat(HttpPage.get(port, "/").body()).contains("<title>");
            assertThat(HttpPage.get(port, "/metrics").body())
                    .contains("\ndivvy_cache_tokens 16384.0\n", "\ndivvy_cache_epoch 1.0\n")
                    .contains("\ndivvy_cache_members 1.0\n", "\ndivvy_cache_calm 1.0\n")
                    .contains("\ndivvy_cache_entries 0.0\n", "\ndivvy_cache_memory_bytes ")
                    .contains("\ndivvy_cache_hits_total 0.0\n", "\ndivvy_cache_misses_total 0.0\n")
                    .contains("\ndivvy_cache_expired_total 0.0\n", "\ndivvy_cache_evicted_total 0.0\n")
                    .contains("\njvm_memory_used_bytes{");
            MetricsPage.check("divvy_cache_", HttpPage.get(port, "/metrics").body());
            assertThat(HttpPage.get(port, "/x").toString())
                    .isEqualTo(
                            "404 there is no /x; there is /, /healthz, /version, /metrics, /readyz, /api/events, /api/status, /api/why, /api/plan\n");
        }
    }

    @Test
    void everyChangeOfTheGroupIsOneLine() throws Exception {
        List<String> mesh = List.of("127.0.0.1:" + Program.freePort(), "127.0.0.1:" + Program.freePort());
        try (Program first = Program.start(folder, node("n1", mesh.get(0), mesh))) {
            first.awaitOutput("n1 serves at ");
            Path other = Files.createDirectory(folder.resolve("other"));
            try (Program second = Program.start(other, node("n2", mesh.get(1), mesh))) {
                second.awaitOutput("n2 serves at ");
                first.awaitOutput("n1: epoch 2: n2 joined; 8192 of 16384 tokens moved; members: n1 n2\n");
                second.process().destroyForcibly();
            }
            first.awaitOutput("n1: epoch 3: n2 left; 8192 of 16384 tokens moved; members: n1\n");
        }
    }

    @Test
    void aNodeWithAnotherNumberOfTokensIsRefusedInOneLine() throws Exception {
        List<String> mesh = List.of("127.0.0.1:" + Program.freePort(), "127.0.0.1:" + Program.freePort());
        try (Program first = Program.start(folder, node("n1", mesh.get(0), mesh))) {
            first.awaitOutput("n1 serves at ");
            List<String> other = new ArrayList<>(node("n2", mesh.get(1), mesh));
            other.addAll(List.of("--tokens", "1000"));
            Shell refused = Shell.divvy(other.toArray(String[]::new));
            assertThat(refused.err().lines())
                    .singleElement()
                    .asString()
                    .isEqualTo(
                            "divvy node: member n2 does not fit the group cache: it divides 1000 tokens of REDIS_SLOT,"
                                    + " and the group 16384 tokens of REDIS_SLOT; set the same, or choose another group");
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.out()).isEmpty();
        }
    }

    private static List<String> node(String name, String mesh, List<String> peers) {
        return List.of(
                "node",
                "--name",
                name,
                "--listen",
                "127.0.0.1:" + Program.freePort(),
                "--mesh",
                mesh,
                "--peers",
                String.join(",", peers));
    }

    @Test
    void aNodeThatSpeaksEncryptedIsAskedSo() throws Exception {
        Certificates certificates = Certificates.shared();
        String listen = "127.0.0.1:" + Program.freePort();
        try (Program node = Program.start(
                folder,
                List.of(
                        "node",
                        "--listen",
                        listen,
                        "--mesh",
                        "127.0.0.1:" + Program.freePort(),
                        "--expiration",
                        "20s",
                        "--tls-cert",
                        certificates.certificate().toString(),
                        "--tls-key",
                        certificates.key().toString()))) {
            node.awaitOutput("n1 serves at ");
            String[] trusting = {
                "--at", listen, "--tls-ca", certificates.authority().toString()
            };
            Shell shell = Shell.divvy(with(trusting, "shell", "-c", "put 1 a b; get 1 a"));
            assertThat(shell.out()).as(shell.err()).isEqualTo("OK\nb\n");
            assertThat(Shell.divvy(with(trusting, "status")).out()).contains("n1 RUNNING");
            Shell stranger = Shell.divvy(
                    "status",
                    "--at",
                    listen,
                    "--tls-ca",
                    certificates.stranger().toString());
            assertThat(stranger.exitCode()).isEqualTo(1);
            assertThat(stranger.err().lines()).singleElement().asString().contains("there is no node at " + listen);
            Path nothing = Files.writeString(folder.resolve("nothing.pem"), "nothing");
            Shell wrong = Shell.divvy("status", "--at", listen, "--tls-ca", nothing.toString());
            assertThat(wrong.exitCode()).isEqualTo(2);
            assertThat(wrong.err().lines())
                    .singleElement()
                    .asString()
                    .contains("--tls-ca", "no readable PEM certificates");
        }
    }

    @Test
    void aNodeAloneServesAndLeavesWhenItIsAskedTo() throws Exception {
        String listen = "127.0.0.1:" + Program.freePort();
        Path secret = Files.writeString(folder.resolve("password"), "hidden\n");
        try (Program node = Program.start(
                folder,
                List.of(
                        "node",
                        "--name",
                        "n7",
                        "--listen",
                        listen,
                        "--mesh",
                        "127.0.0.1:" + Program.freePort(),
                        "--expiration",
                        "20s",
                        "--password-file",
                        secret.toString()))) {
            node.awaitOutput("n7 serves at " + listen + "; group cache, 1 member: n7\n");
            Shell refused = Shell.divvy("status", "--at", listen);
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.err().lines()).singleElement().asString().contains(listen, "NOAUTH");
            String[] known = {"--at", listen, "--password-file", secret.toString()};
            Shell shell = Shell.divvy(with(known, "shell", "-c", "put 7 a 'b c'; get 7 a; check 7"));
            assertThat(shell.out()).as(shell.err()).isEqualTo("OK\nb c\n16,384 tokens, each owned exactly once\n");
            for (String question : List.of("why a", "plan --leave n7", "history", "status")) {
                Shell answer = Shell.divvy(with(known, question.split(" ")));
                assertThat(answer.exitCode()).as(question + ": " + answer.err()).isZero();
                assertThat(answer.out()).as(question).isNotBlank();
            }
            assertThat(Shell.divvy(with(known, "status", "--group", "cache")).out())
                    .contains("group cache, 16384 tokens", "n7 RUNNING at " + listen + ", 16384 tokens");
            Shell other = Shell.divvy(with(known, "why", "a", "--group", "other"));
            assertThat(other.exitCode()).isEqualTo(1);
            assertThat(other.err().lines()).singleElement().asString().contains("not of group 'other'", "group cache");
            for (String order : List.of("kill 7", "stop n7", "start 7")) {
                Shell notOurs = Shell.divvy(with(known, "shell", "-c", order));
                assertThat(notOurs.exitCode()).as(order).isEqualTo(1);
                assertThat(notOurs.err().lines())
                        .singleElement()
                        .asString()
                        .contains("these nodes were not started by ./divvy up; ");
            }
            assertThat(node.process().isAlive()).isTrue();
            Program.signal(node.process().pid(), "TERM");
            assertThat(node.awaitExit()).as(node.output()).isZero();
            assertThat(node.output()).contains("n7 is leaving and handing over its entries", "n7 has left\n");
        }
    }

    private static String[] with(String[] more, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void whereThereIsNoNodeOneLineSaysSo() {
        String at = "127.0.0.1:" + Program.freePort();
        for (String question : List.of("why a", "plan --leave n2", "history", "status", "shell -c stat")) {
            List<String> words = new ArrayList<>(List.of(question.split(" ")));
            words.addAll(List.of("--at", at));
            Shell shell = Shell.divvy(words.toArray(String[]::new));
            assertThat(shell.exitCode()).as(question).isEqualTo(1);
            assertThat(shell.out()).isEmpty();
            assertThat(shell.err().lines()).singleElement().asString().contains(at, "--at HOST:PORT");
        }
    }
}
