package dev.divvy.cli.group;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.plan.Change;
import dev.divvy.console.view.ChangeText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Options for changes of a group that are planned together. Each may be repeated. */
final class PlannedChanges {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set before the command runs
    private CommandSpec spec;

    @Option(names = "--leave", paramLabel = "<member>")
    private Set<String> leaving = new LinkedHashSet<>();

    @Option(names = "--join", paramLabel = "<member>", converter = Joiner.class)
    private Set<Member> joining = new LinkedHashSet<>();

    @Option(names = "--weight", paramLabel = "<member=weight>", converter = Weight.class)
    private List<Change.Weigh> weights = new ArrayList<>();

    @Option(names = "--pin", paramLabel = "<piece=member>", converter = Pin.class)
    private List<Change.Pin> pins = new ArrayList<>();

    static final class Joiner implements ITypeConverter<Member> {
        @Override
        public Member convert(String value) {
            return Member.of(value);
        }
    }

    static final class Weight implements ITypeConverter<Change.Weigh> {
        @Override
        public Change.Weigh convert(String value) {
            return parsed(value, ChangeText::weight);
        }
    }

    static final class Pin implements ITypeConverter<Change.Pin> {
        @Override
        public Change.Pin convert(String value) {
            return parsed(value, ChangeText::pin);
        }
    }

    private static <T> T parsed(String value, Function<String, T> parser) {
        try {
            return parser.apply(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the changes in an order in which members that join can be weighed and be given pieces. */
    List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        leaving.forEach(member -> changes.add(new Change.Leave(member)));
        joining.forEach(member -> changes.add(new Change.Join(member)));
        changes.addAll(weights);
        changes.addAll(pins);
        return changes;
    }

    /** Refuses a plan of nothing. */
    void check() {
        if (changes().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "nothing to plan; give at least one of --leave, --join, --weight and --pin");
        }
    }
}
