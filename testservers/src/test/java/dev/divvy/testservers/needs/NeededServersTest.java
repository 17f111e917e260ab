package dev.divvy.testservers.needs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class NeededServersTest {

    private final String system = System.getProperty("os.name");
    private final Optional<String> servers = Optional.ofNullable(System.getProperty("servers"));

    @BeforeEach
    void noServerCanBeStarted() {
        System.setProperty("os.name", "Plan 9");
    }

    @AfterEach
    void restoreProperties() {
        System.setProperty("os.name", system);
        servers.ifPresentOrElse(value -> System.setProperty("servers", value), () -> System.clearProperty("servers"));
    }

    @Test
    void withoutItsServerATestIsSkippedWithAReason() {
        System.setProperty("servers", "");
        Outcomes outcomes = run();
        assertThat(outcomes.skipped)
                .hasSize(2)
                .allSatisfy(reason -> assertThat(reason).contains("Plan 9"));
        assertThat(outcomes.skipped).anySatisfy(reason -> assertThat(reason).startsWith("MariaDB: "));
        assertThat(outcomes.skipped).anySatisfy(reason -> assertThat(reason).startsWith("Redis: "));
        assertThat(outcomes.passed).containsExactly("needsNothing()");
        assertThat(outcomes.failed).isEmpty();
    }

    @Test
    void whereServersAreRequiredItFails() {
        System.setProperty("servers", "required");
        Outcomes outcomes = run();
        assertThat(outcomes.skipped).isEmpty();
        assertThat(outcomes.passed).containsExactly("needsNothing()");
        assertThat(outcomes.failed)
                .hasSize(2)
                .allSatisfy(reason -> assertThat(reason).contains("servers are required", "Plan 9"));
    }

    @Test
    void everyMissingServerIsNamed() {
        assertThat(Servers.missing())
                .hasSize(3)
                .anySatisfy(reason -> assertThat(reason).startsWith("PostgreSQL: "))
                .anySatisfy(reason -> assertThat(reason).startsWith("MariaDB: "))
                .anySatisfy(reason -> assertThat(reason).startsWith("Redis: "));
    }

    private static Outcomes run() {
        Outcomes outcomes = new Outcomes();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(NeedsOne.class), selectClass(NeedsSome.class))
                                .build(),
                        outcomes);
        return outcomes;
    }

    @NeedsMaria
    static final class NeedsOne {

        @Test
        void neverRun() {}
    }

    static final class NeedsSome {

        @Test
        @NeedsRedis
        void neverRun() {}

        @Test
        void needsNothing() {}
    }

    private static final class Outcomes implements TestExecutionListener {

        private final List<String> skipped = new ArrayList<>();
        private final List<String> failed = new ArrayList<>();
        private final List<String> passed = new ArrayList<>();

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            skipped.add(reason);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (result.getThrowable().isPresent()) {
                failed.add(result.getThrowable().get().toString()
                        + result.getThrowable().get().getCause());
            } else if (test.isTest()) {
                passed.add(test.getDisplayName());
            }
        }
    }
}
