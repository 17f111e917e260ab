package dev.divvy.bench.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Calls every benchmark once, as JMH would. */
class EveryBenchmarkTest {

    // JMH demands this text of code that creates a Blackhole itself; outside of a measurement that does no harm.
    private static final Blackhole BLACKHOLE = new Blackhole(
            "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");

    private static final OutputFormat SILENT = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);

    private final Map<String, Object> states = new TreeMap<>();

    static Stream<Class<?>> classes() {
        return Stream.of(
                CopyReplan.class,
                FirstPlan.class,
                HashToOwner.class,
                KeyToOwner.class,
                PeerReplan.class,
                Replan.class,
                StablePlan.class);
    }

    @Test
    void noBenchmarkIsLeftOutHere() {
        assertThat(BenchmarkList.defaultList().getAll(SILENT, List.of()))
                .extracting(entry -> entry.getUserClassQName())
                .hasSameElementsAs(classes().map(Class::getName).toList());
    }

    @ParameterizedTest
    @MethodSource("classes")
    void everyMethodRunsWithoutAFault(Class<?> type) throws ReflectiveOperationException {
        Object benchmark = state(type);
        for (Method method : type.getMethods()) {
            if (method.isAnnotationPresent(Benchmark.class)) {
                Object result = method.invoke(benchmark, arguments(method));
                assertThat(result != null || method.getReturnType() == void.class)
                        .as("%s returns a result", method)
                        .isTrue();
            }
        }
    }

    private Object[] arguments(Method method) throws ReflectiveOperationException {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = types[i] == Blackhole.class ? BLACKHOLE : state(types[i]);
        }
        return arguments;
    }

    private Object state(Class<?> type) throws ReflectiveOperationException {
        Object known = states.get(type.getName());
        if (known != null) {
            return known;
        }
        Object state = type.getConstructor().newInstance();
        states.put(type.getName(), state);
        for (Method setup : Arrays.stream(type.getMethods())
                .filter(method -> method.isAnnotationPresent(Setup.class))
                .toList()) {
            setup.invoke(state);
        }
        return state;
    }
}
