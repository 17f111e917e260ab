package dev.divvy.bench;

import dev.divvy.bench.allocation.Past;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** How JMH is to run what the command line asks for; times, forks and counts stand at the benchmarks unless it is to be quick. */
final class JmhOptions {

    private JmhOptions() {}

    static Options of(Arguments arguments) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(pattern(arguments))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                // The same heap on every machine, and no time lost by its growth.
                .jvmArgsAppend("-Xms1g", "-Xmx1g");
        arguments.json().ifPresent(file -> options.result(file.toString()).resultFormat(ResultFormatType.JSON));
        if (arguments.quick()) {
            options.forks(1).warmupIterations(2).measurementIterations(3).param("past", Past.CHURNED.name());
        }
        return options.build();
    }

    /** The word is looked for in the class and the method, not in the package. */
    private static String pattern(Arguments arguments) {
        return "^dev\\.divvy\\.bench\\." + arguments.room().name() + "\\.(?i:.*(?:" + arguments.only() + "))";
    }
}
