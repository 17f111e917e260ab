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

/** JGroups logs nothing above DEBUG. */
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
