package dev.divvy.cli.group;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.plan.Change;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
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
            String[] words = split(value, "MEMBER=WEIGHT such as n2=3");
            if (!words[1].matches("[0-9]{1,7}") || Integer.parseInt(words[1]) > Member.HEAVIEST) {
                throw new TypeConversionException(
                        "'" + words[1] + "' is not a weight, a whole number from 0 to " + Member.HEAVIEST);
            }
            return new Change.Weigh(words[0], Integer.parseInt(words[1]));
        }
    }

    static final class Pin implements ITypeConverter<Change.Pin> {
        @Override
        public Change.Pin convert(String value) {
            String[] words = split(value, "PIECE=MEMBER such as 5=n2");
            return new Change.Pin(words[0], words[1]);
        }
    }

    /** Names of units may have an equals sign in them: the last one parts. */
    private static String[] split(String value, String form) {
        int last = value.lastIndexOf('=');
        if (last < 1 || last == value.length() - 1) {
            throw new TypeConversionException("'" + value + "' is not " + form);
        }
        return new String[] {value.substring(0, last), value.substring(last + 1)};
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

    /**
     * Returns each change in words.
     *
     * @param kind token or unit
     */
    List<String> inWords(String kind) {
        return Stream.of(
                        leaving.stream().map(member -> member + " left"),
                        joining.stream().map(member -> member.id() + " joined"),
                        weights.stream().map(weigh -> weigh.member() + " had weight " + weigh.weight()),
                        pins.stream().map(pin -> kind + " " + pin.piece() + " was pinned to " + pin.member()))
                .flatMap(words -> words)
                .toList();
    }

    /** {@code a}, {@code a and b}, {@code a, b and c}. */
    static String listed(List<String> words) {
        int last = words.size() - 1;
        return last < 1
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }
}
