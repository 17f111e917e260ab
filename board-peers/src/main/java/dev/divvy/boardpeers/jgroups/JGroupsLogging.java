package dev.divvy.boardpeers.jgroups;

import static java.util.stream.Collectors.toMap;

import dev.divvy.coordination.support.LogLimiter;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.jgroups.logging.Slf4jLogImpl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lowers JGroups' log messages to DEBUG and its debug messages to TRACE: whatever an operator must know about a mesh is logged by the mesh
 * itself. Its warnings and errors about messages that were dropped, about suspected nodes and about merges are logged as warnings of the mesh
 * too, each kind at most once per minute.
 */
public final class JGroupsLogging {

    private static final Object LOCK = new Object();

    private static final CustomLogFactory FACTORY = new CustomLogFactory() {
        @Override
        public Log getLog(Class<?> type) {
            return quiet(LoggerFactory.getLogger(type));
        }

        @Override
        public Log getLog(String category) {
            return quiet(LoggerFactory.getLogger(category));
        }
    };

    /** The method of a lower level that is called in place of each method. */
    private static final Map<String, String> QUIETER_NAMES = Map.ofEntries(
            Map.entry("fatal", "debug"),
            Map.entry("error", "debug"),
            Map.entry("failSafeError", "debug"),
            Map.entry("warn", "debug"),
            Map.entry("failSafeWarn", "debug"),
            Map.entry("info", "debug"),
            Map.entry("debug", "trace"),
            Map.entry("isFatalEnabled", "isDebugEnabled"),
            Map.entry("isErrorEnabled", "isDebugEnabled"),
            Map.entry("isWarnEnabled", "isDebugEnabled"),
            Map.entry("isInfoEnabled", "isDebugEnabled"),
            Map.entry("isDebugEnabled", "isTraceEnabled"));

    private static final Map<Method, Method> QUIETER =
            Arrays.stream(Log.class.getMethods()).collect(toMap(method -> method, JGroupsLogging::quieter));

    private static final Logger LOG = LoggerFactory.getLogger(JGroupsLogging.class);

    /** The methods that log what may be wrong. */
    private static final Set<String> ALARMING = Set.of("fatal", "error", "failSafeError", "warn", "failSafeWarn");

    private static final Pattern REPEATED = Pattern.compile("dropp|discard|suspect|merg", Pattern.CASE_INSENSITIVE);

    private static final LogLimiter LIMITER = new LogLimiter(Duration.ofMinutes(1));

    private JGroupsLogging() {}

    /** Creates a JGroups object whose log messages are lowered. Objects that the application creates keep their levels. */
    public static <T> T withQuietLogs(Supplier<T> factory) {
        synchronized (LOCK) {
            CustomLogFactory before = LogFactory.getCustomLogFactory();
            LogFactory.setCustomLogFactory(FACTORY);
            try {
                return factory.get();
            } finally {
                LogFactory.setCustomLogFactory(before);
            }
        }
    }

    private static Method quieter(Method method) {
        try {
            return Log.class.getMethod(
                    QUIETER_NAMES.getOrDefault(method.getName(), method.getName()), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("JGroups has no log method of a lower level for " + method, e);
        }
    }

    private static Log quiet(Logger log) {
        Log target = new Slf4jLogImpl(Locale.ROOT, log);
        return (Log) Proxy.newProxyInstance(
                JGroupsLogging.class.getClassLoader(), new Class<?>[] {Log.class}, (proxy, method, arguments) -> {
                    if (ALARMING.contains(method.getName())
                            && REPEATED.matcher((String) arguments[0]).find()) {
                        warn(arguments);
                    }
                    return QUIETER.getOrDefault(method, method).invoke(target, arguments);
                });
    }

    /** Logs a message of JGroups as one of the mesh. */
    private static void warn(Object[] arguments) {
        String format = (String) arguments[0];
        LIMITER.due(format)
                .ifPresent(leftOut -> LOG.warn(
                        "mesh: {} ({} more since the last such line)",
                        arguments.length > 1 && arguments[1] instanceof Object[] values
                                ? String.format(Locale.ROOT, format, values)
                                : format,
                        leftOut));
    }
}
