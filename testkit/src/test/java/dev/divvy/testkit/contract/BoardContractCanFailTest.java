package dev.divvy.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A contract that cannot be broken promises nothing: each of its tests is broken here by a board with one bug. */
class BoardContractCanFailTest {

    /** Some bugs show only when two threads meet in time: a bug that was not found is tried again. */
    private static final int ATTEMPTS = 20;

    /** Long enough to conclude that a hint does not come. */
    private static final Duration SHORT = Duration.ofMillis(500);

    /** Long enough for a hint that comes, however long a thread is delayed. */
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void everyBugIsFoundByTheTestsItBreaks() {
        List<String> missed = new ArrayList<>();
        for (BoardBug bug : BoardBug.values()) {
            missed.addAll(missed(bug));
        }
        assertThat(missed).as("bugs that were not found").isEmpty();
    }

    /** Returns the tests that did not find a bug in any attempt. */
    private static List<String> missed(BoardBug bug) {
        Map<String, TestExecutionResult> remaining = new TreeMap<>();
        bug.tests.forEach(test -> remaining.put(test, TestExecutionResult.aborted(null)));
        for (int attempt = 0; attempt < ATTEMPTS && !remaining.isEmpty(); attempt++) {
            List<String> tests = List.copyOf(remaining.keySet());
            Map<String, TestExecutionResult> results = run(bug.board, tests, SHORT);
            assertThat(results.keySet()).as("%s", bug).containsExactlyInAnyOrderElementsOf(tests);
            remaining.putAll(results);
            remaining.values().removeIf(BoardContractCanFailTest::isAssertion);
        }
        return remaining.entrySet().stream()
                .map(entry -> bug + " by " + entry.getKey() + ": " + entry.getValue())
                .toList();
    }

    /** Whether it failed by an assertion, not by accident. */
    private static boolean isAssertion(TestExecutionResult result) {
        return result.getThrowable().filter(AssertionError.class::isInstance).isPresent();
    }

    @Test
    void everyTestIsBrokenByABug() {
        assertThat(Arrays.stream(BoardBug.values()).flatMap(bug -> bug.tests.stream()))
                .containsAll(tests())
                .isSubsetOf(tests());
    }

    @Test
    void theBoardWithoutABugPasses() {
        Map<String, TestExecutionResult> results = run(PlainBoard::new, tests(), LONG);
        assertThat(results.keySet()).containsExactlyInAnyOrderElementsOf(tests());
        assertThat(results)
                .allSatisfy((test, result) -> assertThat(result)
                        .as(test)
                        .extracting(TestExecutionResult::getStatus)
                        .isEqualTo(Status.SUCCESSFUL));
    }

    private static List<String> tests() {
        return Arrays.stream(BoardContract.class.getMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(Method::getName)
                .toList();
    }

    /** Returns the results of these tests on boards of this kind. */
    private static Map<String, TestExecutionResult> run(
            Supplier<PlainBoard> board, Collection<String> tests, Duration hintTimeout) {
        Map<String, TestExecutionResult> results = new TreeMap<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(tests.stream()
                        .map(test -> selectMethod(BrokenBoardContract.class, test))
                        .toList())
                .build();
        BrokenBoardContract.chosen = board;
        BrokenBoardContract.hintTimeout = hintTimeout;
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
                identifier
                        .getSource()
                        .filter(MethodSource.class::isInstance)
                        .map(MethodSource.class::cast)
                        .ifPresent(source -> results.put(source.getMethodName(), result));
            }
        });
        return results;
    }
}
