package dev.divvy.testservers.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.openqa.selenium.JavascriptExecutor;

/** Checks the accessibility of a page with axe-core. */
final class Axe {

    private static final String CHECK = """
            const done = arguments[arguments.length - 1];
            const line = (rule, node) => `${rule.id} (${rule.impact}): ${rule.help}: ${node.html}: ${node.failureSummary}`;
            axe.run(document, { resultTypes: ['violations'] }).then(
                results => done(results.violations.flatMap(
                    rule => rule.nodes.map(node => line(rule, node).replace(/\\s+/g, ' ')))),
                failure => done([`axe failed: ${failure}`]));
            """;

    private Axe() {}

    /** Returns one line per violation: the rule, the element, and what to change. */
    @SuppressWarnings("unchecked")
    static List<String> violations(JavascriptExecutor page) {
        if (!Boolean.TRUE.equals(page.executeScript("return 'axe' in window"))) {
            page.executeScript(script());
        }
        return (List<String>) Objects.requireNonNull(page.executeAsyncScript(CHECK));
    }

    private static String script() {
        try (InputStream script = Objects.requireNonNull(Axe.class.getResourceAsStream("/axe.min.js"), "no axe")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
