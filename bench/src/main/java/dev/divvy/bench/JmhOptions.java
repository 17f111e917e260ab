package dev.divvy.bench;

import dev.divvy.bench.allocation.StablePlan;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** How JMH is to run what the command line asks for. */
final class JmhOptions {

    private static final TimeValue SHORT = TimeValue.milliseconds(200);
    private static final TimeValue LONG = TimeValue.milliseconds(400);

    private JmhOptions() {}

    static Options of(Arguments arguments, boolean withStable) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(pattern(arguments))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                // The same heap on every machine, and no time lost by its growth.
                .jvmArgsAppend("-Xms1g", "-Xmx1g");
        if (!withStable) {
            options.exclude(StablePlan.class.getName());
        }
        arguments.json().ifPresent(file -> options.result(file.toString()).resultFormat(ResultFormatType.JSON));
        return arguments.quick() ? quick(options) : thorough(options);
    }

    private static Options quick(ChainedOptionsBuilder options) {
        return options.forks(1)
                .warmupIterations(2)
                .warmupTime(SHORT)
                .measurementIterations(3)
                .measurementTime(SHORT)
                .build();
    }

    /** Two forks, as a compiler may be lucky once. */
    private static Options thorough(ChainedOptionsBuilder options) {
        return options.forks(2)
                .warmupIterations(3)
                .warmupTime(LONG)
                .measurementIterations(5)
                .measurementTime(LONG)
                .build();
    }

    /** The word is looked for in the class and the method, not in the package. */
    private static String pattern(Arguments arguments) {
        return "^dev\\.divvy\\.bench\\." + arguments.room() + "\\.(?i:.*(?:" + arguments.only() + "))";
    }
}
