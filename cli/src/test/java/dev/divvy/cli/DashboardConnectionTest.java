package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.browser.Browser;
import dev.divvy.testservers.needs.NeedsBrowser;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard of a node whose process ends and starts again, and whose event stream has readers that do not read. */
@NeedsBrowser
class DashboardConnectionTest {

    @TempDir
    private Path folder;

    private final int port = Program.freePort();
    private final String listen = "127.0.0.1:" + Program.freePort();
    private final String mesh = "127.0.0.1:" + Program.freePort();

    private Program node() {
        List<String> command = List.of("node", "--listen", listen, "--mesh", mesh, "--http", "" + port);
        Program node = Program.start(folder, command);
        node.awaitOutput("n1 serves at ");
        return node;
    }

    @Test
    void aPageIsOutOfDateWhileTheProcessIsGoneAndGoesOnWithoutAReload() throws Exception {
        try (Browser browser = Browser.start()) {
            DashboardPage page = new DashboardPage(browser);
            try (Program first = node()) {
                page.open("http://127.0.0.1:" + port + "/");
                DashboardPage.await("the node", () -> page.pieces("n1") == 16_384);
                assertThat(browser.names("button")).doesNotContain("Kill n1", "Chaos");
                browser.run("window.notReloaded = true");
                first.process().destroyForcibly();
                DashboardPage.await("out of date", () -> page.connection().startsWith("out of date for "));
            }
            try (Program second = node()) {
                DashboardPage.await("live again", () -> page.connection().equals("live"));
                DashboardPage.await("the node again", () -> page.pieces("n1") == 16_384);
                assertThat(browser.run("return window.notReloaded")).isEqualTo(true);
                assertThat(second.process().isAlive()).isTrue();
            }
            assertThat(browser.log()).allSatisfy(line -> assertThat(line).contains("ERR_"));
        }
    }

    @Test
    void fortyReadersThatDoNotReadStarveNobody() throws Exception {
        List<Socket> readers = new ArrayList<>();
        try (Program node = node()) {
            for (int i = 0; i < 40; i++) {
                Socket reader = new Socket(InetAddress.getLoopbackAddress(), port);
                readers.add(reader);
                reader.getOutputStream()
                        .write("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(HttpPage.get(port, "/healthz").toString()).isEqualTo("200 alive\n");
                assertThat(HttpPage.get(port, "/metrics").status()).isEqualTo(200);
                assertThat(HttpPage.get(port, "/api/status").status()).isEqualTo(200);
            }
            assertThat(node.process().isAlive()).isTrue();
        } finally {
            for (Socket reader : readers) {
                reader.close();
            }
        }
    }
}
