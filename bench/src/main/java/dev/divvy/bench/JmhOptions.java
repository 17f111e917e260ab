package dev.divvy.bench;

import dev.divvy.bench.allocation.GroupHistory;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Translates the arguments into JMH options. Times, forks and counts are annotated at the benchmarks, unless the run is quick. */
final class JmhOptions {

    private JmhOptions() {}

    static Options of(Arguments arguments) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(pattern(arguments))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                // The same heap size on every machine; no time is spent on growing it.
                .jvmArgsAppend("-Xms1g", "-Xmx1g");
        arguments.json().ifPresent(file -> options.result(file.toString()).resultFormat(ResultFormatType.JSON));
        if (arguments.quick()) {
            options.forks(1).warmupIterations(2).measurementIterations(3).param("history", GroupHistory.CHURNED.name());
        }
        return options.build();
    }

    /** Matches {@code --only} against class and method names, not against the package. */
    private static String pattern(Arguments arguments) {
        return "^dev\\.divvy\\.bench\\." + arguments.suite().name() + "\\.(?i:.*(?:" + arguments.only() + "))";
    }
}
