package dev.divvy.testservers.browser;

import dev.divvy.testservers.Await;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;

/**
 * The page as a screen reader gets it, without hidden elements. The browser computes all roles and names in one call; asking element by
 * element would take two calls each. A query that a change of the page disturbs is repeated.
 */
final class AccessibilityTree {

    /** A script returns elements as WebDriver knows them, so the page keeps what the query has found for one moment. */
    private static final String KEEP = "function(...found) { window[Symbol.for('divvy.found')] = found; }";

    private static final String TAKE =
            "const key = Symbol.for('divvy.found'), found = window[key]; delete window[key]; return found;";

    private final DevTools tools;

    AccessibilityTree(DevTools tools) {
        this.tools = tools;
    }

    /** Returns the names of all elements with this role, in the order of the page. */
    List<String> names(String role) {
        return Await.answer(
                "the names of every " + role,
                StaleElementReferenceException.class,
                () -> nodes(Map.of("role", computed(role))).stream()
                        .map(AccessibilityTree::name)
                        .toList());
    }

    /** Returns all elements with this role and exactly this name, in the order of the page. */
    List<WebElement> elements(String role, String name) {
        return Await.answer(
                "every " + role + " \"" + name + "\"",
                StaleElementReferenceException.class,
                () -> resolve(nodes(Map.of("role", computed(role), "accessibleName", name))));
    }

    /** Returns the browser's word for an ARIA role: of two synonyms it uses the newer. */
    private static String computed(String role) {
        return role.equals("img") ? "image" : role;
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> nodes(Map<String, String> query) {
        Map<String, Object> parameters = new HashMap<>(query);
        parameters.put(
                "objectId", objectId("result", tools.call("Runtime.evaluate", Map.of("expression", "document"))));
        List<Map<String, Object>> found = (List<Map<String, Object>>) Objects.requireNonNull(
                tools.call("Accessibility.queryAXTree", parameters).get("nodes"));
        return found.stream()
                .filter(node -> !Boolean.TRUE.equals(node.get("ignored")))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private List<WebElement> resolve(List<Map<String, Object>> nodes) {
        if (nodes.isEmpty()) {
            return List.of();
        }
        List<Map<String, String>> objects = nodes.stream()
                .map(node -> Objects.requireNonNull(node.get("backendDOMNodeId")))
                .map(id -> tools.call("DOM.resolveNode", Map.of("backendNodeId", id)))
                .map(resolved -> Map.of("objectId", objectId("object", resolved)))
                .toList();
        tools.call(
                "Runtime.callFunctionOn",
                Map.of(
                        "functionDeclaration",
                        KEEP,
                        "objectId",
                        Objects.requireNonNull(objects.get(0).get("objectId")),
                        "arguments",
                        objects));
        return (List<WebElement>) Objects.requireNonNull(tools.executeScript(TAKE));
    }

    private static String objectId(String field, Map<String, Object> reply) {
        Map<?, ?> object = (Map<?, ?>) Objects.requireNonNull(reply.get(field));
        return (String) Objects.requireNonNull(object.get("objectId"));
    }

    private static String name(Map<String, Object> node) {
        Map<?, ?> name = (Map<?, ?>) node.getOrDefault("name", Map.of());
        return Objects.toString(name.get("value"), "");
    }
}
