package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.net.Ports;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operations of the dashboard on real processes, and the audit while they are broken. */
@Tag("long") // DashboardTest presses the same buttons in a browser
class UpOperationsTest {

    @TempDir
    private Path folder;

    private int port;
    private String key = "";

    @Test
    void whateverIsKilledOrPausedNothingIsLostAndLateWorkIsRefused() throws Exception {
        port = Program.freePort();
        List<String> command =
                List.of("up", "--nodes", "3", "--port", "" + Ports.freeRange(), "--http", "" + port, "--seed", "5");
        try (Program up = Program.start(folder, command)) {
            key = up.awaitOutput("#key=(\\w+)\n");
            await("all run", status -> processes(status).size() == 10 && allRun(status));

            assertThat(post("wrong", "kill", "n1").status()).isEqualTo(403);
            assertThat(perform("kill", "n9"))
                    .startsWith("404 there is no process 'n9'; there are n1, n2, n3, worker-1");
            assertThat(perform("melt", "n1")).startsWith("404 there is no action 'melt'; there are ");
            assertThat(perform("add", "fruit"))
                    .isEqualTo("404 there is no product 'fruit'; there are cache, outbox, distributor\n");
            assertThat(perform("continue", "n1")).isEqualTo("409 n1 is not paused\n");
            aKeyIsWrittenAndRead();
            aNodeIsKilledAndStarted();
            lateWorkOfPausedProcessesIsRefused();
            aNodeIsAddedAndStopped();
            chaosBreaksNothing(up);

            perform("pause", "n1");
            perform("pause", "worker-1");
            perform("pause", "parser-1");
            List<Long> pids = processes(status()).stream()
                    .map(process -> ((Number) Objects.requireNonNull(process.get("pid"))).longValue())
                    .toList();
            up.interrupt();
            assertThat(up.awaitExit()).as(up.output()).isZero();
            assertThat(up.output())
                    .containsPattern("\naudit \\d+ faults injected, [0-9,]+ checks: 0 lost, 0 out of order, ");
            assertThat(pids).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
        }
    }

    private void aKeyIsWrittenAndRead() {
        HttpPage written =
                HttpPage.post(port, "/api/operations", key, Map.of("action", "set", "target", "answer", "value", "42"));
        assertThat(written.body()).matches("\\{\"message\":\"stored; n[123] was asked\"}\n");
        assertThat(perform("get", "answer")).startsWith("200 {\"message\":\"\\\"42\\\" from n");
        assertThat(perform("get", "question")).startsWith("200 {\"message\":\"there is no such key");
        assertThat(perform("get", "k".repeat(201))).startsWith("404 a key of 201 characters; it must have 1 to 200");
    }

    private void aNodeIsKilledAndStarted() {
        assertThat(perform("kill", "n2")).contains("n2 (pid ", ") was killed");
        assertThat(perform("kill", "n2")).isEqualTo("409 n2 is already down; start it first\n");
        await("n2 is gone", status -> members(status, "cache").equals(List.of("n1", "n3")));
        assertThat(process(status(), "n2")).containsEntry("state", "down").containsEntry("actions", List.of("start"));
        assertThat(perform("start", "n2")).contains(" was started");
        await("n2 is back", status -> members(status, "cache").equals(List.of("n1", "n2", "n3")) && allRun(status));
    }

    private void lateWorkOfPausedProcessesIsRefused() {
        String parser = String.valueOf(process(status(), "parser-1").get("member"));
        assertThat(perform("pause", "worker-1")).contains("worker-1 (pid ", ") is paused");
        assertThat(perform("pause", "parser-1")).startsWith("200 ");
        assertThat(perform("pause", "worker-1")).isEqualTo("409 worker-1 is already paused\n");
        assertThat(process(status(), "worker-1"))
                .containsEntry("state", "paused")
                .containsEntry("actions", List.of("continue", "stop", "kill"));
        long checks = audit("checks");
        await(
                "the others take over",
                status -> !members(status, "outbox").contains("worker-1")
                        && !members(status, "distributor").contains(parser));
        await("they work", status -> number(audit(status), "checks") > checks + 50);
        long refused = audit("refused");
        perform("continue", "worker-1");
        await("its late completion is refused", status -> number(audit(status), "refused") > refused);
        long ofWorker = audit("refused");
        perform("continue", "parser-1");
        await("its late work is refused", status -> number(audit(status), "refused") > ofWorker);
        await("both are back", UpOperationsTest::allRun);
    }

    private void aNodeIsAddedAndStopped() {
        assertThat(perform("add", "cache")).contains("n4 (pid ", ") was started");
        await("n4 has its share", status -> members(status, "cache").contains("n4") && allRun(status));
        assertThat(perform("stop", "n4")).contains(" is stopping");
        await("n4 has left", status -> members(status, "cache").equals(List.of("n1", "n2", "n3")));
        await("n4 is down", status -> "down".equals(process(status, "n4").get("state")));
        assertThat(perform("start", "n4")).startsWith("200 ");
        await("n4 is back", UpOperationsTest::allRun);
    }

    private void chaosBreaksNothing(Program up) {
        long faults = audit("faults");
        assertThat(perform("chaos", "on")).contains("chaos is on");
        assertThat(perform("chaos", "on")).contains("chaos is on already");
        up.awaitOutput("chaos is on, with seed 5\n");
        await("two faults", status -> number(audit(status), "faults") >= faults + 2);
        assertThat(perform("chaos", "off")).contains("chaos is off");
        await("all run", UpOperationsTest::allRun);
        assertThat(audit("lost")).as(up.output()).isZero();
        assertThat(audit("outOfOrder")).as(up.output()).isZero();
    }

    private HttpPage post(String with, String action, String target) {
        return HttpPage.post(port, "/api/operations", with, Map.of("action", action, "target", target));
    }

    private String perform(String action, String target) {
        return post(key, action, target).toString();
    }

    private Map<String, Object> status() {
        return HttpPage.get(port, "/api/status").json();
    }

    private void await(String what, Predicate<Map<String, Object>> condition) {
        Program.awaitSuch(what, this::status, condition);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> operations(Map<String, Object> status) {
        return (Map<String, Object>) Objects.requireNonNull(status.get("operations"));
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> processes(Map<String, Object> status) {
        return (List<Map<String, Object>>)
                Objects.requireNonNull(operations(status).get("processes"));
    }

    private static Map<String, Object> process(Map<String, Object> status, String name) {
        return processes(status).stream()
                .filter(process -> name.equals(process.get("name")))
                .findFirst()
                .orElseThrow();
    }

    private static boolean allRun(Map<String, Object> status) {
        return processes(status).stream().allMatch(process -> "running".equals(process.get("state")));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> audit(Map<String, Object> status) {
        return (Map<String, Object>) Objects.requireNonNull(operations(status).get("audit"));
    }

    private long audit(String figure) {
        return number(audit(status()), figure);
    }

    private static long number(Map<String, Object> fields, String name) {
        return ((Number) Objects.requireNonNull(fields.get(name))).longValue();
    }

    /** Returns the members of a product's group that are not gone. */
    @SuppressWarnings("unchecked")
    private static List<String> members(Map<String, Object> status, String product) {
        List<Map<String, Object>> products = (List<Map<String, Object>>) Objects.requireNonNull(status.get("products"));
        Map<String, Object> group = (Map<String, Object>) products.stream()
                .filter(found -> product.equals(found.get("product")))
                .map(found -> Objects.requireNonNull(found.get("group")))
                .findFirst()
                .orElseThrow();
        List<Map<String, Object>> members = (List<Map<String, Object>>) Objects.requireNonNull(group.get("members"));
        return members.stream()
                .filter(member -> !"gone".equals(member.get("state")))
                .map(member -> String.valueOf(member.get("name")))
                .toList();
    }
}
