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
 * What JGroups says goes to the log of this process at the level of details: what people need to know of a mesh is said by the mesh
 * itself.
 */
public final class JGroupsLogging {

    private static final Object TURN = new Object();

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

    /** As which method each that is louder is called. */
    private static final Map<String, String> QUIETER = Map.ofEntries(
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

    private static final Map<Method, Method> WAYS =
            Arrays.stream(Log.class.getMethods()).collect(toMap(loud -> loud, JGroupsLogging::quieter));

    private JGroupsLogging() {}

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

    private static Method quieter(Method loud) {
        try {
            return Log.class.getMethod(QUIETER.getOrDefault(loud.getName(), loud.getName()), loud.getParameterTypes());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("JGroups cannot be made to murmur: " + loud, e);
        }
    }

    private static Log quiet(Logger log) {
        Log loud = new Slf4jLogImpl(Locale.ROOT, log);
        return (Log) Proxy.newProxyInstance(
                JGroupsLogging.class.getClassLoader(),
                new Class<?>[] {Log.class},
                (self, method, words) -> WAYS.getOrDefault(method, method).invoke(loud, words));
    }
}
