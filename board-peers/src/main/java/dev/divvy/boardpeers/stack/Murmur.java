package dev.divvy.boardpeers.stack;

import java.util.Locale;
import java.util.function.Supplier;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What JGroups says goes to the log of this process at the level of details: what people need to know of a mesh is said by the mesh
 * itself.
 */
public final class Murmur implements Log {

    private static final Object TURN = new Object();

    private static final CustomLogFactory FACTORY = new CustomLogFactory() {
        @Override
        public Log getLog(Class<?> type) {
            return new Murmur(LoggerFactory.getLogger(type));
        }

        @Override
        public Log getLog(String category) {
            return new Murmur(LoggerFactory.getLogger(category));
        }
    };

    private final Logger log;

    private Murmur(Logger log) {
        this.log = log;
    }

    /** Makes something of JGroups that murmurs; what others in this process make of it does not. */
    public static <T> T within(Supplier<T> making) {
        synchronized (TURN) {
            CustomLogFactory before = LogFactory.getCustomLogFactory();
            LogFactory.setCustomLogFactory(FACTORY);
            try {
                return making.get();
            } finally {
                LogFactory.setCustomLogFactory(before);
            }
        }
    }

    private void say(String format, Object... parts) {
        if (log.isDebugEnabled()) {
            log.debug(parts.length == 0 ? format : String.format(Locale.ROOT, format, parts));
        }
    }

    private void detail(String format, Object... parts) {
        if (log.isTraceEnabled()) {
            log.trace(parts.length == 0 ? format : String.format(Locale.ROOT, format, parts));
        }
    }

    @Override
    public boolean isFatalEnabled() {
        return log.isDebugEnabled();
    }

    @Override
    public boolean isErrorEnabled() {
        return log.isDebugEnabled();
    }

    @Override
    public boolean isWarnEnabled() {
        return log.isDebugEnabled();
    }

    @Override
    public boolean isInfoEnabled() {
        return log.isDebugEnabled();
    }

    @Override
    public boolean isDebugEnabled() {
        return log.isTraceEnabled();
    }

    @Override
    public boolean isTraceEnabled() {
        return log.isTraceEnabled();
    }

    @Override
    public void fatal(String message) {
        say(message);
    }

    @Override
    public void fatal(String format, Object... parts) {
        say(format, parts);
    }

    @Override
    public void fatal(String message, Throwable cause) {
        log.debug(message, cause);
    }

    @Override
    public void error(String message) {
        say(message);
    }

    @Override
    public void error(String format, Object... parts) {
        say(format, parts);
    }

    @Override
    public void error(String message, Throwable cause) {
        log.debug(message, cause);
    }

    @Override
    public void warn(String message) {
        say(message);
    }

    @Override
    public void warn(String format, Object... parts) {
        say(format, parts);
    }

    @Override
    public void warn(String message, Throwable cause) {
        log.debug(message, cause);
    }

    @Override
    public void info(String message) {
        say(message);
    }

    @Override
    public void info(String format, Object... parts) {
        say(format, parts);
    }

    @Override
    public void debug(String message) {
        detail(message);
    }

    @Override
    public void debug(String format, Object... parts) {
        detail(format, parts);
    }

    @Override
    public void debug(String message, Throwable cause) {
        log.trace(message, cause);
    }

    @Override
    public void trace(Object message) {
        detail(String.valueOf(message));
    }

    @Override
    public void trace(String message) {
        detail(message);
    }

    @Override
    public void trace(String format, Object... parts) {
        detail(format, parts);
    }

    @Override
    public void trace(String message, Throwable cause) {
        log.trace(message, cause);
    }

    @Override
    public void setLevel(String level) {
        // The log of this process decides.
    }

    @Override
    public String getLevel() {
        return log.isTraceEnabled() ? "trace" : log.isDebugEnabled() ? "info" : "off";
    }
}
