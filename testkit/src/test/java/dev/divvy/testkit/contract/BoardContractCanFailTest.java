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

/** A contract that nobody can break promises nothing: every duty of it is broken here by a board with one mistake. */
class BoardContractCanFailTest {

    /** Some mistakes show only when two threads meet in time: one that did not is looked for again. */
    private static final int ATTEMPTS = 20;

    /** Enough to be told that a hint does not come. */
    private static final Duration SHORT = Duration.ofMillis(500);

    /** Enough for a hint that comes, however long a thread stands still. */
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void everyMistakeIsFoundByTheDutiesItBreaks() {
        List<String> missed = new ArrayList<>();
        for (Mistake mistake : Mistake.values()) {
            missed.addAll(missed(mistake));
        }
        assertThat(missed).as("mistakes that were not found").isEmpty();
    }

    /** The duties that did not find a mistake, however often they were tried. */
    private static List<String> missed(Mistake mistake) {
        Map<String, TestExecutionResult> left = new TreeMap<>();
        mistake.duties.forEach(duty -> left.put(duty, TestExecutionResult.aborted(null)));
        for (int attempt = 0; attempt < ATTEMPTS && !left.isEmpty(); attempt++) {
            List<String> duties = List.copyOf(left.keySet());
            Map<String, TestExecutionResult> results = run(mistake.board, duties, SHORT);
            assertThat(results.keySet()).as("%s", mistake).containsExactlyInAnyOrderElementsOf(duties);
            left.putAll(results);
            left.values().removeIf(BoardContractCanFailTest::refuses);
        }
        return left.entrySet().stream()
                .map(one -> mistake + " by " + one.getKey() + ": " + one.getValue())
                .toList();
    }

    /** It failed because it asserts something, not by accident. */
    private static boolean refuses(TestExecutionResult result) {
        return result.getThrowable().filter(AssertionError.class::isInstance).isPresent();
    }

    @Test
    void everyDutyIsBrokenByAMistake() {
        assertThat(Arrays.stream(Mistake.values()).flatMap(mistake -> mistake.duties.stream()))
                .containsAll(duties())
                .isSubsetOf(duties());
    }

    @Test
    void theBoardThatIsBrokenWasWholeBefore() {
        Map<String, TestExecutionResult> results = run(PlainBoard::new, duties(), LONG);
        assertThat(results.keySet()).containsExactlyInAnyOrderElementsOf(duties());
        assertThat(results)
                .allSatisfy((duty, result) -> assertThat(result)
                        .as(duty)
                        .extracting(TestExecutionResult::getStatus)
                        .isEqualTo(Status.SUCCESSFUL));
    }

    private static List<String> duties() {
        return Arrays.stream(BoardContract.class.getMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(Method::getName)
                .toList();
    }

    /** What came of each of these duties on boards of this kind. */
    private static Map<String, TestExecutionResult> run(
            Supplier<PlainBoard> board, Collection<String> duties, Duration soon) {
        Map<String, TestExecutionResult> results = new TreeMap<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(duties.stream()
                        .map(duty -> selectMethod(Trial.class, duty))
                        .toList())
                .build();
        Trial.chosen = board;
        Trial.soon = soon;
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                test.getSource()
                        .filter(MethodSource.class::isInstance)
                        .map(MethodSource.class::cast)
                        .ifPresent(source -> results.put(source.getMethodName(), result));
            }
        });
        return results;
    }
}
