package dev.divvy.boardpeers.jgroups;

import static java.util.stream.Collectors.toMap;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.jgroups.logging.Slf4jLogImpl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lowers JGroups' log messages to DEBUG and its debug messages to TRACE: whatever an operator must know about a mesh is logged by the mesh
 * itself.
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
                JGroupsLogging.class.getClassLoader(),
                new Class<?>[] {Log.class},
                (proxy, method, arguments) ->
                        QUIETER.getOrDefault(method, method).invoke(target, arguments));
    }
}
