package dev.divvy.cli;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.browser.Browser;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openqa.selenium.WebElement;

/** The dashboard in a browser, read and operated by roles and names, as a screen reader does. */
record DashboardPage(Browser browser) {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final Pattern FIGURES =
            Pattern.compile("Ring: epoch ([0-9]+), .*; moved ([0-9,]+), fewest possible ([0-9,]+)");

    /** The text of the cells of a member's row; empty when it has none. */
    private static final String CELLS = """
            const table = [...document.querySelectorAll('[role=table]')]
                .find((element) => document.getElementById(element.getAttribute('aria-labelledby'))?.textContent === 'Members');
            const row = [...(table?.querySelectorAll('[role=row]') ?? [])]
                .find((element) => element.querySelector('[role=rowheader]')?.innerText.split(/\\s+/).includes(arguments[0]));
            return [...(row?.querySelectorAll('[role=cell]') ?? [])].map((cell) => cell.innerText.trim());
            """;

    DashboardPage open(String url) {
        browser.open(url);
        await("live", () -> connection().equals("live"));
        return this;
    }

    /** Waits for a condition. The page changes a few times per second, and every look at it makes the browser work. */
    static void await(String what, Await.Condition<RuntimeException> condition) {
        Await.until(what, () -> {
            boolean holds = condition.holds();
            if (!holds) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            return holds;
        });
    }

    void press(String button) {
        browser.find("button", button).click();
    }

    void show(String product) {
        browser.find("tab", product).click();
        await("the tab " + product, () -> isSelected(product));
    }

    boolean isSelected(String product) {
        return "true".equals(browser.find("tab", product).getAttribute("aria-selected"));
    }

    /** Returns the text of the element with this role and name, or nothing when there is none at this moment. */
    String text(String role, String name) {
        List<WebElement> found = browser.all(role, name);
        return found.size() == 1 ? found.get(0).getText().strip() : "";
    }

    String connection() {
        return text("status", "Connection");
    }

    /** Returns a figure of the audit line. */
    long audit(String figure) {
        Matcher value = Pattern.compile(Pattern.quote(figure) + "\\s+([0-9,]+)").matcher(text("status", "Audit"));
        return value.find() ? number(value.group(1)) : -1;
    }

    /** Returns the sentence that stands for the ring. */
    String ring() {
        return browser.names("img").stream()
                .filter(name -> name.startsWith("Ring: "))
                .findFirst()
                .orElse("");
    }

    /** Drags the owner of the first piece, at the top of the ring, off the ring. */
    void dragOffTheRing() {
        WebElement ring = browser.find("img", ring());
        int top = -ring.getSize().getHeight() / 2;
        browser.drag(ring, 4, top + 18, 4, top - 30);
    }

    /** What the ring shows. */
    record Change(long epoch, long moved, long fewest) {}

    Change change() {
        Matcher figures = FIGURES.matcher(ring());
        return figures.find()
                ? new Change(Long.parseLong(figures.group(1)), number(figures.group(2)), number(figures.group(3)))
                : new Change(0, 0, 0);
    }

    private static long number(String text) {
        return Long.parseLong(text.replace(",", ""));
    }

    @SuppressWarnings("unchecked")
    private List<String> cells(String member) {
        return (List<String>) Objects.requireNonNull(browser.run(CELLS, member));
    }

    /** Returns the state of a member; empty when it has no row. */
    String state(String member) {
        List<String> cells = cells(member);
        return cells.isEmpty() ? "" : cells.get(0).toLowerCase(Locale.ROOT);
    }

    /** Returns the pieces of a member. */
    long pieces(String member) {
        List<String> cells = cells(member);
        return cells.size() > 3 && cells.get(3).matches("[0-9,]+") ? number(cells.get(3)) : 0;
    }

    /** Returns what is left of a member's lease, in percent, as its bar says. */
    int lease(String member) {
        Object label = browser.run(
                CELLS.replace(
                        "return [",
                        "return row?.querySelector('[role=img][aria-label^=lease]')?.getAttribute('aria-label') ?? '';\nreturn ["),
                member);
        Matcher percent = Pattern.compile("([0-9]+) %").matcher(String.valueOf(label));
        return percent.find() ? Integer.parseInt(percent.group(1)) : -1;
    }

    /** Returns the last events of the time lanes as text. */
    String lastEvents() {
        return String.valueOf(
                browser.run("return document.querySelector('[aria-label=\"Last events\"]')?.textContent ?? ''"));
    }
}
