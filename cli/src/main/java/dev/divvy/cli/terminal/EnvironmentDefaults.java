package dev.divvy.cli.terminal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Takes the values of options that are not given on the command line from environment variables; which ones is in
 * {@code variables.properties}. An empty variable counts as not set. An error names the variable.
 */
public final class EnvironmentDefaults implements IDefaultValueProvider {

    private static final ResourceBundle VARIABLES = ResourceBundle.getBundle("dev.divvy.cli.variables", Locale.ROOT);

    private final Map<String, String> environment;

    public EnvironmentDefaults() {
        this(System.getenv());
    }

    public EnvironmentDefaults(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Returns the variables of the option with this name, without dashes. */
    public static List<String> variables(String option) {
        return VARIABLES.containsKey(option)
                ? List.of(VARIABLES.getString(option).split(" ", -1))
                : List.of();
    }

    @Override
    public @Nullable String defaultValue(ArgSpec arg) throws Exception {
        Optional<String> variable = arg instanceof OptionSpec option ? variable(option) : Optional.empty();
        if (variable.isEmpty() || isHelpAsked(arg.command())) {
            return null;
        }
        String value = environment.getOrDefault(variable.get(), "");
        try {
            for (ITypeConverter<?> converter : arg.converters()) {
                converter.convert(value);
            }
        } catch (RuntimeException e) {
            throw new ParameterException(
                    arg.command().commandLine(), inEnvironment(variable.get()) + ": " + e.getMessage(), e);
        }
        // picocli would replace ${...} in it, and $$ by $.
        return value.replace("$", "$$");
    }

    /** A wrong variable must not keep the help away. */
    private static boolean isHelpAsked(CommandSpec command) {
        return command.options().stream()
                .filter(option -> option.usageHelp() || option.versionHelp())
                .anyMatch(option -> Boolean.TRUE.equals(option.getValue()));
    }

    private Optional<String> variable(OptionSpec option) {
        return variables(option.longestName().replaceFirst("^--", "")).stream()
                .filter(name -> !environment.getOrDefault(name, "").isBlank())
                .findFirst();
    }

    private static String inEnvironment(String variable) {
        return variable + " in the environment";
    }

    /** Returns the error that an option of a parsed command has this value that cannot be; it names the flag or the variable. */
    public static ParameterException refused(CommandSpec command, String option, String reason) {
        Optional<String> variable = command.defaultValueProvider() instanceof EnvironmentDefaults defaults
                        && !command.commandLine().getParseResult().hasMatchedOption(option)
                ? defaults.variable(command.findOption(option))
                : Optional.empty();
        return new ParameterException(
                command.commandLine(),
                variable.map(EnvironmentDefaults::inEnvironment).orElse(option) + ": " + reason);
    }
}
