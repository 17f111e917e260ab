package dev.divvy.testservers.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsBrowser;
import dev.divvy.testservers.process.Processes;
import dev.divvy.testservers.server.ServerHome;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;

/** In the ordinary run: that the checks of pages can fail. The tests of the dashboard show the rest, which is left to the long run. */
@NeedsBrowser
class BrowserTest {

    private static PageServer pages;
    private static Browser browser;

    @BeforeAll
    static void start() throws IOException {
        pages = new PageServer();
        browser = Browser.start();
    }

    @AfterAll
    static void end() {
        browser.close();
        pages.close();
    }

    @BeforeEach
    void forget() {
        browser.resize(1440, 900);
        browser.prefer();
        browser.open("about:blank");
        browser.log();
    }

    @Tag("long")
    @Test
    void elementsAreFoundByRoleAndName() {
        open("""
                <h1>Members</h1>
                <button>Kill <b>n2</b></button> <button aria-label="Pause n2">x</button> <a href="#top">Top</a>
                <button hidden>Kill n3</button> <div aria-hidden="true"><button tabindex="-1">Kill n4</button></div>
                <svg role="img" aria-label="Ring" width="9" height="9"></svg>
                <label>Key <input></label> <p role="status">ok</p>
                """);
        assertThat(browser.names("button")).containsExactly("Kill n2", "Pause n2");
        assertThat(browser.find("button", "Pause n2").getText()).isEqualTo("x");
        assertThat(browser.find("heading", "Members").getTagName()).isEqualTo("h1");
        assertThat(browser.find("link", "Top").getTagName()).isEqualTo("a");
        assertThat(browser.find("textbox", "Key").getTagName()).isEqualTo("input");
        assertThat(browser.find("img", "Ring").getTagName()).isEqualTo("svg");
        assertThat(browser.names("status")).containsExactly("");
        assertThat(browser.all("button", "Kill")).isEmpty();
        assertThat(browser.run("return Symbol.for('divvy.found') in window")).isEqualTo(false);
    }

    @Tag("long")
    @Test
    void anElementIsAwaitedAndMustBeTheOnlyOne() {
        open("""
                <button>Old</button> <button>Twin</button> <button>Twin</button>
                <script nonce="test">
                setTimeout(() => document.querySelector('button').textContent = 'New', 100);
                </script>
                """);
        assertThat(browser.find("button", "New").isDisplayed()).isTrue();
        assertThatThrownBy(() -> browser.find("button", "Twin"))
                .isInstanceOf(AssertionError.class)
                .hasMessage("2 times button \"Twin\"");
    }

    @Tag("long")
    @Test
    void aPageThatChangesAllTheTimeCanBeSearched() {
        open("""
                <div></div>
                <script nonce="test">
                const change = () => {
                    const button = document.createElement('button');
                    button.textContent = 'Kill';
                    document.querySelector('div').replaceChildren(button);
                };
                change();
                setInterval(change, 150);
                </script>
                """);
        for (int i = 0; i < 10; i++) {
            assertThat(browser.names("button")).containsExactly("Kill");
            assertThat(browser.find("button", "Kill")).isNotNull();
        }
    }

    @Test
    void theLogHasMessagesExceptionsAndRefusedScripts() {
        open("<p>silent</p>");
        assertThat(browser.log()).isEmpty();
        open("""
                <script nonce="test">console.debug('a word'); console.error('planted'); throw new Error('thrown');</script>
                <script>document.title = 'hostile';</script>
                """);
        assertThat(browser.log())
                .anySatisfy(line -> assertThat(line).contains("a word"))
                .anySatisfy(line -> assertThat(line).startsWith("SEVERE ").contains("planted"))
                .anySatisfy(line -> assertThat(line).startsWith("SEVERE ").contains("thrown"))
                .anySatisfy(line -> assertThat(line).startsWith("SEVERE ").contains("Content Security Policy"));
        assertThat(browser.log()).isEmpty();
    }

    @Tag("long")
    @Test
    void preferencesOfTheUserAreEmulated() {
        open("<p>page</p>");
        browser.prefer(Media.DARK, Media.REDUCED_MOTION);
        assertThat(matches("(prefers-color-scheme: dark)")).isTrue();
        assertThat(matches("(prefers-reduced-motion: reduce)")).isTrue();
        open("<p>another page</p>");
        assertThat(matches("(prefers-color-scheme: dark)")).isTrue();
        browser.prefer(Media.LIGHT);
        assertThat(matches("(prefers-color-scheme: light)")).isTrue();
        assertThat(matches("(prefers-reduced-motion: reduce)")).isFalse();
    }

    @Test
    void aPageCanBeAsNarrowAsAPhone() throws IOException {
        open("<style nonce='test'>body { margin: 0; height: 3000px } div { width: 400px }</style><div>wide</div>");
        for (int width : new int[] {360, 768, 1440}) {
            browser.resize(width, 700);
            assertThat(matches("(width: " + width + "px)")).as("%d", width).isTrue();
            assertThat(browser.overflow()).as("%d", width).isEqualTo(Math.max(0, 400 - width));
            BufferedImage picture =
                    Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(browser.screenshot())));
            assertThat(List.of(picture.getWidth(), picture.getHeight())).containsExactly(width, 700);
        }
    }

    @Tag("long")
    @Test
    void keysGoToTheElementWithTheFocus() {
        open("""
                <button>First</button> <button>Second</button> <p role="status"></p>
                <script nonce="test">
                for (const button of document.querySelectorAll('button')) {
                    button.onclick = () => document.querySelector('p').textContent += button.textContent;
                }
                </script>
                """);
        browser.press(Keys.TAB, Keys.TAB, Keys.ENTER);
        assertThat(text("p")).isEqualTo("Second");
        browser.find("button", "First").click();
        assertThat(text("p")).isEqualTo("SecondFirst");
    }

    @Tag("long")
    @Test
    void filesAreDroppedChosenAndDownloaded(@TempDir Path folder) throws IOException {
        open("""
                <section aria-label="Replay">Drop a file</section> <label>File <input type="file"></label> <p></p>
                <a download="copy of größe.txt" href="#">Save</a>
                <script nonce="test">
                const show = async file => {
                    const text = await file.text();
                    document.querySelector('a').href = URL.createObjectURL(new Blob([text]));
                    document.querySelector('p').textContent = `${file.name}: ${text}`;
                };
                const target = document.querySelector('section');
                target.ondragover = event => event.preventDefault();
                target.ondrop = event => { event.preventDefault(); show(event.dataTransfer.files[0]); };
                document.querySelector('input').onchange = event => show(event.target.files[0]);
                </script>
                """);
        Path file = Files.writeString(folder.resolve("a größe.txt"), "ring ■ 1");
        browser.drop(browser.find("region", "Replay"), file);
        Await.until("the dropped file", () -> text("p").equals("a größe.txt: ring ■ 1"));
        Files.writeString(file, "ring ■ 2");
        browser.choose(
                (WebElement) Objects.requireNonNull(browser.run("return document.querySelector('input')")), file);
        Await.until("the chosen file", () -> text("p").equals("a größe.txt: ring ■ 2"));
        browser.find("link", "Save").click();
        assertThat(browser.download("copy of größe.txt")).hasContent("ring ■ 2");
    }

    @Test
    void accessibilityViolationsAreFound() {
        open("<main><h1>Clean</h1><button>Kill</button></main>");
        assertThat(browser.violations()).isEmpty();
        open("<main><h1>Planted</h1><button></button><img src='data:,' width='9' height='9'></main>");
        assertThat(browser.violations())
                .hasSize(2)
                .anySatisfy(line ->
                        assertThat(line).startsWith("button-name (critical)").contains("<button>"))
                .anySatisfy(line ->
                        assertThat(line).startsWith("image-alt (critical)").contains("<img"));
    }

    @Test
    void otherMachinesAreNotReached() {
        for (String host : List.of("example.com", "192.0.2.1")) {
            assertThatThrownBy(() -> browser.open("http://" + host + "/"))
                    .isInstanceOf(WebDriverException.class)
                    .hasMessageContaining("ERR_NAME_NOT_RESOLVED");
        }
    }

    @Tag("long")
    @Test
    void aClosedBrowserLeavesNoProcessAndNoFolder() {
        ServerHome home;
        List<Long> processes;
        try (Browser second = Browser.start()) {
            second.open(pages.serve("<p>page</p>"));
            home = lastHome();
            processes = Processes.of(home.name());
            assertThat(processes).hasSizeGreaterThan(3);
        }
        assertThat(processes).noneMatch(Processes::alive);
        assertThat(home.folder()).doesNotExist();
    }

    @Tag("long")
    @Test
    void aBrowserEndsWithItsDriver() {
        try (Browser second = Browser.start()) {
            second.open(pages.serve("<p>page</p>"));
            List<Long> processes = Processes.of(lastHome().name());
            List<Long> drivers = ProcessHandle.current()
                    .children()
                    .map(ProcessHandle::pid)
                    .filter(processes::contains)
                    .toList();
            assertThat(drivers).hasSize(1);
            // As the kernel does when the JVM of the tests is killed.
            Processes.signal("KILL", drivers);
            Await.until("the end of " + processes, () -> processes.stream().noneMatch(Processes::alive));
        }
    }

    /** Returns the folder of the browser that was started last. */
    private static ServerHome lastHome() {
        String ours = "browser-" + ProcessHandle.current().pid() + "-";
        return ServerHome.all().stream()
                .filter(home -> home.name().startsWith(ours))
                .max(Comparator.comparingInt(home ->
                        Integer.parseInt(home.name().substring(home.name().lastIndexOf('-') + 1))))
                .orElseThrow();
    }

    private static void open(String body) {
        browser.open(pages.serve(body));
    }

    private static boolean matches(String query) {
        return Boolean.TRUE.equals(browser.run("return matchMedia(arguments[0]).matches", query));
    }

    private static String text(String selector) {
        return Objects.toString(browser.run("return document.querySelector(arguments[0]).textContent", selector), "");
    }
}
