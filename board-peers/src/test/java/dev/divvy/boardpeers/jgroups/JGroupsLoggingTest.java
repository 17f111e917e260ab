package dev.divvy.boardpeers.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.junit.jupiter.api.Test;

/** JGroups logs nothing above DEBUG; what an operator must know of it is logged by the mesh. */
class JGroupsLoggingTest {

    private static final List<Consumer<Log>> CALLS = List.of(
            log -> log.fatal("of %s", "a"),
            log -> log.error("of a", new IllegalStateException("a")),
            log -> log.warn("of a"),
            log -> log.failSafeWarn("of %s", "a"),
            log -> log.info("of %s", "a"),
            log -> log.debug("of %s", "a"),
            log -> log.trace("of %s", "a"));

    private static final class ToInfo {}

    private static final class ToDebug {}

    private static final class ToTrace {}

    private static String logged(String level, Class<?> type, Consumer<Log> call) {
        System.setProperty("org.slf4j.simpleLogger.log." + type.getName(), level);
        Log log = JGroupsLogging.withQuietLogs(() -> LogFactory.getLog(type));
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            call.accept(log);
        } finally {
            System.setErr(before);
        }
        return captured.toString(StandardCharsets.UTF_8);
    }

    private static final class ToWarn {}

    @Test
    void droppedMessagesSuspicionsAndMergesAreWarningsOfTheMeshOncePerMinute() {
        String dropped = "%s: dropped message from non-member %s";
        assertThat(logged("info", ToWarn.class, log -> log.warn(dropped, "a", "b")))
                .contains("WARN " + JGroupsLogging.class.getName()
                        + " - mesh: a: dropped message from non-member b (0 more");
        assertThat(logged("info", ToWarn.class, log -> log.warn(dropped, "a", "c")))
                .isEmpty();
        assertThat(logged("info", ToWarn.class, log -> log.error("the merge failed")))
                .contains("mesh: the merge failed");
        assertThat(logged("info", ToWarn.class, log -> log.debug("%s is suspected", "a")))
                .isEmpty();
    }

    @Test
    void nothingIsLoggedAtInfo() {
        CALLS.forEach(call -> assertThat(logged("info", ToInfo.class, call)).isEmpty());
    }

    @Test
    void everythingButDebugAndTraceIsLoggedAtDebug() {
        CALLS.subList(0, 5)
                .forEach(call -> assertThat(logged("debug", ToDebug.class, call))
                        .contains("DEBUG " + ToDebug.class.getName() + " - of a"));
        CALLS.subList(5, 7)
                .forEach(
                        call -> assertThat(logged("debug", ToDebug.class, call)).isEmpty());
    }

    @Test
    void everythingIsLoggedAtTrace() {
        CALLS.forEach(call -> assertThat(logged("trace", ToTrace.class, call)).contains(" - of a"));
    }

    @Test
    void levelsAreReportedAsLowered() {
        Log log = JGroupsLogging.withQuietLogs(() -> LogFactory.getLog(JGroupsLoggingTest.class));
        assertThat(log.isFatalEnabled() || log.isErrorEnabled() || log.isWarnEnabled() || log.isInfoEnabled())
                .isFalse();
    }
}
