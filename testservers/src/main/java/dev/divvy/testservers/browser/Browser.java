package dev.divvy.testservers.browser;

import dev.divvy.testservers.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;

/**
 * Chromium without a screen, with a profile of its own and no network besides this machine. A test finds elements as a screen reader does,
 * by role and name, and waits with {@link Await}. For one thread at a time.
 */
public final class Browser implements AutoCloseable {

    private final DriverServer server;
    private final DevTools tools;
    private final AccessibilityTree tree;
    private final BrowserFiles files;

    private Browser(DriverServer server, DevTools tools) {
        this.server = server;
        this.tools = tools;
        this.tree = new AccessibilityTree(tools);
        this.files = new BrowserFiles(tools, server.folder());
    }

    /** Starts a browser with an empty page of 1440 by 900 pixels. */
    public static Browser start() {
        BrowserPrograms programs = BrowserPrograms.find();
        DriverServer server = new DriverServer(programs);
        try {
            DevTools tools =
                    new DevTools(server.url(), BrowserOptions.capabilities(programs.browser(), server.folder()));
            Browser browser = new Browser(server, tools);
            browser.resize(1440, 900);
            return browser;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Opens a page, and returns when it is loaded. */
    public void open(String url) {
        tools.get(url);
    }

    /** Sets the width and height of the page in CSS pixels; it may be narrower than any window. */
    public void resize(int width, int height) {
        tools.resize(width, height);
    }

    /** Sets the preferences of the user, in place of all earlier ones. */
    public void prefer(Media... media) {
        tools.emulate(List.of(media));
    }

    // --- elements ---

    /** Returns the only element with this ARIA role and accessible name, as soon as there is one. */
    public WebElement find(String role, String name) {
        List<WebElement> found = new ArrayList<>();
        if (!Await.within(Await.LIMIT, () -> found.addAll(all(role, name)))) {
            throw new AssertionError("no " + role + " \"" + name + "\", but: " + names(role));
        }
        if (found.size() > 1) {
            throw new AssertionError(found.size() + " times " + role + " \"" + name + "\"");
        }
        return found.get(0);
    }

    /** Returns the elements with this ARIA role and accessible name that are on the page now, without hidden ones. */
    public List<WebElement> all(String role, String name) {
        return tree.elements(role, name);
    }

    /** Returns the accessible names of the elements with this ARIA role that are on the page now, without hidden ones. */
    public List<String> names(String role) {
        return tree.names(role);
    }

    /** Presses keys, as letters or as {@link org.openqa.selenium.Keys}, in the element that has the focus. */
    public void press(CharSequence... keys) {
        new Actions(tools).sendKeys(keys).perform();
    }

    /** Drags with the mouse from one point to another; the points are pixels from the centre of the element. */
    public void drag(WebElement element, int fromX, int fromY, int toX, int toY) {
        new Actions(tools)
                .moveToElement(element, fromX, fromY)
                .clickAndHold()
                .moveToElement(element, toX, toY)
                .release()
                .perform();
    }

    /** Runs the body of a JavaScript function and returns its result. */
    public @Nullable Object run(String script, @Nullable Object... arguments) {
        return tools.executeScript(script, arguments);
    }

    /** Returns the driver, for everything else. */
    public WebDriver driver() {
        return tools;
    }

    // --- files ---

    /** Drops a file on an element. */
    public void drop(WebElement target, Path file) {
        files.drop(target, file);
    }

    /** Chooses a file in an input for files. */
    public void choose(WebElement input, Path file) {
        files.choose(input, file);
    }

    /** Returns the downloaded file with this name, as soon as it is complete. It is removed with the browser. */
    public Path download(String name) {
        return files.download(name);
    }

    // --- checks ---

    /** Returns the visible part of the page as PNG. */
    public byte[] screenshot() {
        return tools.getScreenshotAs(OutputType.BYTES);
    }

    /** Returns what the console got since the last call: messages of all levels, exceptions, failed requests. */
    public List<String> log() {
        return tools.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .toList();
    }

    /** Returns how many pixels the page is wider than its window; zero if it need not be scrolled sideways. */
    public int overflow() {
        Object pixels = run("const page = document.documentElement; return page.scrollWidth - page.clientWidth;");
        return ((Long) Objects.requireNonNull(pixels)).intValue();
    }

    /** Returns one line per violation of the accessibility rules of axe: the rule, the element, and what to change. */
    public List<String> violations() {
        return Axe.violations(tools);
    }

    /** Kills the browser and its driver, and removes the profile and all files. */
    @Override
    public void close() {
        server.close();
    }
}
