package dev.divvy.cli.group;

import dev.divvy.cli.options.DurationOption;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.console.StatusJson;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** {@code divvy status}: the epoch of a group, its members, and what each owns. */
@Command(name = "status")
public final class StatusCommand extends BaseCommand implements Runnable {

    private static final String TIMEOUT = "--timeout";

    @Option(names = "--wait", paramLabel = "calm", converter = Awaited.class)
    private Optional<String> awaited = Optional.empty();

    @Option(names = TIMEOUT, paramLabel = "<time>", converter = DurationOption.class)
    private Duration timeout = Duration.ofSeconds(30);

    @Option(names = "--json", descriptionKey = "group-json")
    private boolean json;

    @Mixin
    private final GroupLocation where = new GroupLocation();

    static final class Awaited implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            if (!value.equals("calm")) {
                throw new TypeConversionException("'" + value + "' cannot be waited for; there is calm");
            }
            return value;
        }
    }

    @Override
    public void run() {
        if (awaited.isEmpty() && commandLine().getParseResult().hasMatchedOption(TIMEOUT)) {
            throw new ParameterException(commandLine(), TIMEOUT + " goes with --wait only");
        }
        try (StopSignal stop = StopSignal.onSignals();
                GroupReader group = where.open()) {
            CalmWatch watch = new CalmWatch(group, stop);
            WatchedGroup seen = awaited.isPresent() ? watch.untilCalm(timeout) : watch.once();
            print(seen);
            if (awaited.isPresent() && !seen.calm()) {
                throw Failure.failed((stop.isAsked() ? "stopped" : "not calm after " + DurationOption.shown(timeout))
                        + "; still waiting for " + seen.awaited());
            }
        }
    }

    private void print(WatchedGroup seen) {
        if (json) {
            out().println(StatusJson.indented(seen.view()));
        } else {
            seen.lines().forEach(out()::println);
        }
        out().flush();
    }
}
