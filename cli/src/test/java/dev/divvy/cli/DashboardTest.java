package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cli.DashboardPage.Change;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.browser.Browser;
import dev.divvy.testservers.needs.NeedsBrowser;
import dev.divvy.testservers.net.Ports;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard of {@code divvy up} in a real browser, with real processes that are killed and paused by its buttons. */
@NeedsBrowser
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardTest {

    private static final Duration CHAOS = Duration.ofSeconds(10);

    private Program up;
    private Browser browser;
    private DashboardPage page;
    private String url;
    private int port;

    @BeforeAll
    void start(@TempDir Path folder) {
        port = Program.freePort();
        String command = "up --nodes 3 --tokens 1024 --workers 2 --parsers 2 --rate 20 --port " + Ports.freeRange()
                + " --http " + port;
        up = Program.start(folder, List.of(command.split(" ", -1)));
        url = up.awaitOutput("dashboard +(http://127\\.0\\.0\\.1:[0-9]+/#key=[0-9a-f]{16})\n");
        browser = Browser.start();
        page = new DashboardPage(browser).open(url);
        for (String product : List.of("cache", "outbox", "distributor")) {
            page.show(product);
            DashboardPage.await(product + " is divided", () -> page.change().epoch() > 0);
        }
        awaitHealth();
    }

    @AfterAll
    void stop() throws Exception {
        browser.close();
        up.interruptIfAlive();
        assertThat(up.awaitExit()).as(up.output()).isZero();
        up.close();
    }

    /** Every story ends with a page that had no complaint. */
    @AfterEach
    void theBrowserLoggedNothing() {
        assertThat(browser.log()).isEmpty();
        assertThat(page.audit("lost")).isZero();
        assertThat(page.audit("out of order")).isZero();
    }

    /** Waits until every process takes part. */
    private void awaitHealth() {
        Await.until(
                "all processes take part", () -> HttpPage.get(port, "/readyz").status() == 200);
    }

    @Test
    void aNodeIsKilledWithAClickAndNothingMovesInVain() {
        page.show("cache");
        awaitHealth();
        DashboardPage.await("three owners", () -> page.pieces("n1") > 300 && page.pieces("n2") > 300);
        long entries = page.pieces("n2");
        Change before = page.change();
        page.press("Kill n2");
        DashboardPage.await("n2 is down", () -> page.state("n2").equals("down"));
        DashboardPage.await("a new epoch", () -> page.change().epoch() > before.epoch());
        DashboardPage.await("two owners", () -> page.pieces("n1") == 512 && page.pieces("n3") == 512);
        Change after = page.change();
        assertThat(after.moved()).isEqualTo(entries).isEqualTo(after.fewest());
        assertThat(page.ring()).contains("n2 left");
        assertThat(browser.run("return document.activeElement.getAttribute('aria-label')"))
                .as("the button is gone, and its row has the focus")
                .isEqualTo("n2");
        page.press("Start n2");
        DashboardPage.await("n2 runs again", () -> page.pieces("n2") > 300);
        assertThat(page.change().moved()).isEqualTo(page.change().fewest());
    }

    @Test
    void aPausedWorkerIsTakenOverAndItsLateCompletionIsRefused() {
        page.show("outbox");
        awaitHealth();
        long refused = page.audit("stale refused");
        page.press("Pause worker-2");
        DashboardPage.await("the pause", () -> page.state("worker-2").contains("paused"));
        DashboardPage.await("the lease runs dry", () -> page.lease("worker-2") <= 20);
        DashboardPage.await("the other takes over", () -> page.pieces("worker-1") == 256);
        assertThat(page.change().moved()).isEqualTo(page.change().fewest());
        page.press("Continue worker-2");
        DashboardPage.await("a late completion is refused", () -> page.audit("stale refused") > refused);
        DashboardPage.await("a cross on its lane", () -> page.lastEvents().contains("refused"));
        DashboardPage.await("it takes part again", () -> page.pieces("worker-2") > 80);
    }

    @Test
    void anAnswerIsTheSentenceOfTheCommand() {
        page.show("cache");
        awaitHealth();
        browser.find("textbox", "Key, id or unit").sendKeys("order-42");
        page.press("Ask");
        DashboardPage.await("the answer", () -> page.text("status", "Answer").contains("since epoch"));
        String node = HttpPage.get(port, "/api/status").body().replaceAll("(?s).*?\"address\":\"(127[^\"/]*).*", "$1");
        Shell why = Shell.patiently("why", "order-42", "--at", node);
        assertThat(why.exitCode()).as(why.err()).isZero();
        List<String> lines = why.out().lines().toList();
        assertThat(page.text("status", "Answer")).contains(lines.get(lines.size() - 1));
    }

    @Test
    void aPlanIsShownAndChangesNothing() {
        page.show("cache");
        awaitHealth();
        Change before = page.change();
        page.press("What if n1 left");
        DashboardPage.await("the plan", () -> page.text("status", "Answer").contains("tokens would move"));
        assertThat(page.text("status", "Answer")).contains("of 1,024 tokens would move", "the fewest possible is");
        page.press("Clear");
        page.dragOffTheRing();
        DashboardPage.await("the plan", () -> page.text("status", "Answer").contains("tokens would move"));
        assertThat(page.change().epoch()).isEqualTo(before.epoch());
    }

    @Test
    void aNodeIsAddedAndStopped() {
        page.show("cache");
        awaitHealth();
        page.press("Add a node");
        DashboardPage.await("n4 runs", () -> page.pieces("n4") > 180);
        assertThat(page.change().moved()).isEqualTo(page.change().fewest());
        page.press("Stop n4");
        DashboardPage.await("n4 is down", () -> page.state("n4").equals("down"));
        DashboardPage.await("three owners", () -> page.pieces("n1") > 300);
    }

    @Test
    void chaosBreaksNoPromise() {
        long faults = page.audit("faults");
        page.press("Chaos");
        long began = System.nanoTime();
        DashboardPage.await(
                "some faults", () -> System.nanoTime() - began > CHAOS.toNanos() && page.audit("faults") >= faults + 3);
        page.press("Chaos");
        DashboardPage.await(
                "the end of chaos",
                () -> "false".equals(browser.find("button", "Chaos").getAttribute("aria-pressed")));
        awaitHealth();
        assertThat(page.audit("lost")).isZero();
        assertThat(page.audit("out of order")).isZero();
    }

    @Test
    void withoutTheKeyTheButtonsAreOff() {
        browser.run("sessionStorage.clear()");
        browser.open("about:blank");
        page.open("http://127.0.0.1:" + port + "/");
        try {
            page.show("cache");
            assertThat(browser.find("button", "Kill n1").isEnabled()).isFalse();
            assertThat(browser.find("button", "Chaos").isEnabled()).isFalse();
            assertThat(browser.run("return document.body.innerText"))
                    .asString()
                    .contains("Open the address that ./divvy up printed");
        } finally {
            browser.open("about:blank");
            page.open(url);
        }
    }
}
