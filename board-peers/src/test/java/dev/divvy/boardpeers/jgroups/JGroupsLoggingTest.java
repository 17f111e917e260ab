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

/** Whatever JGroups has to say is a detail. */
class JGroupsLoggingTest {

    private static final List<Consumer<Log>> WORDS = List.of(
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

    private static String said(String level, Class<?> type, Consumer<Log> words) {
        System.setProperty("org.slf4j.simpleLogger.log." + type.getName(), level);
        Log log = JGroupsLogging.within(() -> LogFactory.getLog(type));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            words.accept(log);
        } finally {
            System.setErr(before);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void nothingIsSaidToWhoWantsNoDetails() {
        WORDS.forEach(words -> assertThat(said("info", ToInfo.class, words)).isEmpty());
    }

    @Test
    void allButDetailsIsSaidToWhoDebugs() {
        WORDS.subList(0, 5)
                .forEach(words -> assertThat(said("debug", ToDebug.class, words))
                        .contains("DEBUG " + ToDebug.class.getName() + " - of a"));
        WORDS.subList(5, 7)
                .forEach(
                        words -> assertThat(said("debug", ToDebug.class, words)).isEmpty());
    }

    @Test
    void allIsSaidToWhoWantsAll() {
        WORDS.forEach(words -> assertThat(said("trace", ToTrace.class, words)).contains(" - of a"));
    }

    @Test
    void itTellsWhatItWouldSay() {
        Log log = JGroupsLogging.within(() -> LogFactory.getLog(JGroupsLoggingTest.class));
        assertThat(log.isFatalEnabled() || log.isErrorEnabled() || log.isWarnEnabled() || log.isInfoEnabled())
                .isFalse();
    }
}
