package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.console.ConsoleServer;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.testservers.browser.Browser;
import dev.divvy.testservers.browser.Media;
import dev.divvy.testservers.needs.NeedsBrowser;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** The dashboard in a real browser, with a replay that was recorded from real processes: sizes, colours, keyboard, names, pictures. */
@NeedsBrowser
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardReplayTest {

    /** A name of 255 characters, most of them outside of the basic plane. */
    private static final String EMOJI = "\uD83D\uDE00".repeat(127) + "x";

    private static final Path PICTURES = Path.of("target", "dashboard");
    private static final Path PUBLISHED = Path.of("..", "docs", "img");

    private Browser browser;
    private DashboardPage page;
    private String replay;
    private ConsoleServer server;

    @BeforeAll
    void start() throws Exception {
        try (var file = Objects.requireNonNull(getClass().getResourceAsStream("/dashboard-replay.json"))) {
            replay = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        server = serve(replay);
        browser = Browser.start();
        page = new DashboardPage(browser);
    }

    @AfterAll
    void stop() {
        browser.close();
        server.close();
    }

    @AfterEach
    void theBrowserLoggedNothing() {
        browser.prefer();
        assertThat(browser.log()).isEmpty();
    }

    private static ConsoleServer serve(String content) throws IOException {
        return ConsoleServer.startReplay(
                ConsoleSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), content);
    }

    private void show(ConsoleServer shown, int width, int height, Media... media) {
        browser.prefer(media);
        browser.resize(width, height);
        String url = shown.replayUrl();
        boolean loaded =
                String.valueOf(browser.driver().getCurrentUrl()).startsWith(url.substring(0, url.indexOf('#')));
        browser.open(url);
        if (loaded) {
            // The browser followed the fragment only. An empty page in between would cost another process.
            browser.driver().navigate().refresh();
        }
        DashboardPage.await("the ring", () -> !page.ring().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"360, 740, LIGHT", "768, 1024, DARK", "1440, 900, LIGHT", "1440, 900, DARK"})
    void everyProductFitsAndIsAccessible(int width, int height, Media colours) {
        show(server, width, height, colours, Media.REDUCED_MOTION);
        for (String product : new String[] {"cache", "outbox", "distributor"}) {
            page.show(product);
            assertThat(browser.overflow()).as("overflow of %s", product).isZero();
            assertThat(browser.violations()).as("violations of %s", product).isEmpty();
        }
    }

    @Test
    void historyIsReplayedWithTheKeyboardAlone() {
        show(server, 1440, 900);
        long last = page.change().epoch();
        browser.press(Keys.ARROW_LEFT);
        DashboardPage.await("the epoch before", () -> page.change().epoch() < last);
        browser.press(Keys.END);
        DashboardPage.await("the last epoch", () -> page.change().epoch() == last);
        // From the beginning of the page to the tabs, and from tab to tab by arrow.
        browser.run("document.activeElement.blur()");
        for (int i = 0; i < 5 && !"tab".equals(focusedRole()); i++) {
            browser.press(Keys.TAB);
        }
        assertThat(focusedRole()).isEqualTo("tab");
        browser.press(Keys.ARROW_RIGHT);
        DashboardPage.await("the next product", () -> page.isSelected("outbox"));
    }

    private String focusedRole() {
        return String.valueOf(browser.run("return document.activeElement.getAttribute('role')"));
    }

    @Test
    void aReplayThatIsSavedAndDroppedShowsTheSameRing(@TempDir Path folder) throws Exception {
        show(server, 1440, 900);
        String ring = page.ring();
        page.press("Save replay");
        String name = browser.find("status", "Notice").getText().replaceAll("(?s).*saved as (.*\\.json)\\..*", "$1");
        Path saved = Files.copy(browser.download(name), folder.resolve("dropped.json"));
        browser.press(Keys.ARROW_LEFT);
        DashboardPage.await("another epoch", () -> !page.ring().equals(ring));
        browser.drop(browser.find("main", ""), saved);
        DashboardPage.await("the same ring", () -> page.ring().equals(ring));
        Path broken = Files.writeString(folder.resolve("broken.json"), "{}");
        browser.drop(browser.find("main", ""), broken);
        DashboardPage.await("an error", () -> !browser.all("button", "Dismiss").isEmpty());
        page.press("Dismiss");
        assertThat(page.ring()).isEqualTo(ring);
    }

    @Test
    void hostileNamesAreTextAndStayInTheirPlace() throws Exception {
        String hostile = replay.replace("\"n1\"", quoted("<img src=x onerror=window.hacked=1>"))
                .replace("\"n2\"", quoted("\u202Ereversed\u202E n2"))
                .replace("\"n3\"", quoted(EMOJI))
                .replace("\"n4\"", quoted("</script><script>window.hacked=1</script>"))
                .replace("\"news.example\"", quoted("javascript:window.hacked=1//" + "w".repeat(200)));
        try (ConsoleServer other = serve(hostile)) {
            for (int width : new int[] {360, 1440}) {
                show(other, width, 900, Media.REDUCED_MOTION);
                for (String product : new String[] {"cache", "distributor"}) {
                    page.show(product);
                    assertThat(browser.overflow())
                            .as("overflow at %d px", width)
                            .isZero();
                }
                page.show("cache");
                assertThat(browser.run("return document.body.innerText"))
                        .asString()
                        .contains("<img src=x");
                assertThat(browser.run("return window.hacked === undefined && document.images.length === 0"))
                        .isEqualTo(true);
            }
        }
    }

    private static String quoted(String name) {
        return "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** The pictures of README and docs. They are compared loosely: fonts and antialiasing differ between machines. */
    @ParameterizedTest
    @CsvSource({
        "dashboard-cache, cache, 1280, 800, LIGHT",
        "dashboard-outbox, outbox, 1280, 800, LIGHT",
        "dashboard-distributor, distributor, 1280, 800, LIGHT",
        "dashboard-dark, cache, 1280, 800, DARK",
        "dashboard-narrow, cache, 360, 1600, LIGHT"
    })
    void thePicturesAreThoseOfTheDocs(String name, String product, int width, int height, Media colours)
            throws IOException {
        show(server, width, height, colours, Media.REDUCED_MOTION);
        page.show(product);
        DashboardPage.await("the ring of " + product, () -> page.change().epoch() > 0);
        byte[] png = browser.screenshot();
        Files.createDirectories(PICTURES);
        Files.write(PICTURES.resolve(name + ".png"), png);
        BufferedImage made = ImageIO.read(new ByteArrayInputStream(png));
        assertThat(made.getWidth()).isEqualTo(width);
        Path file = PUBLISHED.resolve(name + ".png");
        assertThat(file).as("cp cli/target/dashboard/*.png docs/img/").exists();
        BufferedImage published = ImageIO.read(file.toFile());
        assertThat(published.getWidth()).isEqualTo(made.getWidth());
        assertThat(published.getHeight()).isEqualTo(made.getHeight());
        assertThat(difference(made, published))
                .as(
                        "%s differs from the one in docs/img; if that is intended: cp cli/target/dashboard/*.png docs/img/",
                        name)
                .isLessThan(0.06);
    }

    /** Returns the mean difference of brightness and colour of a coarse grid, from 0 to 1. */
    private static double difference(BufferedImage a, BufferedImage b) {
        int cells = 24;
        double sum = 0;
        for (int i = 0; i < cells * cells; i++) {
            double[] left = mean(a, i % cells, i / cells, cells);
            double[] right = mean(b, i % cells, i / cells, cells);
            for (int channel = 0; channel < 3; channel++) {
                sum += Math.abs(left[channel] - right[channel]) / 255;
            }
        }
        return sum / (3 * cells * cells);
    }

    private static double[] mean(BufferedImage image, int column, int row, int cells) {
        double[] sums = new double[3];
        int count = 0;
        for (int x = column * image.getWidth() / cells; x < (column + 1) * image.getWidth() / cells; x++) {
            for (int y = row * image.getHeight() / cells; y < (row + 1) * image.getHeight() / cells; y++) {
                int rgb = image.getRGB(x, y);
                sums[0] += rgb >> 16 & 255;
                sums[1] += rgb >> 8 & 255;
                sums[2] += rgb & 255;
                count++;
            }
        }
        return new double[] {sums[0] / count, sums[1] / count, sums[2] / count};
    }
}
