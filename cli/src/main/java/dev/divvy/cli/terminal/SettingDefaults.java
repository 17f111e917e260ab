package dev.divvy.cli.terminal;

import dev.divvy.cli.options.WholeNumber;
import java.util.ArrayList;
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
import picocli.CommandLine.TypeConversionException;

/**
 * Finds the values of options that are not on the command line: in the environment, else in the file that {@code --config} names. The
 * variable of an option is {@code DIVVY_<COMMAND>_<OPTION>}, for all of {@code divvy outbox} {@code DIVVY_OUTBOX_<OPTION>};
 * {@code variables.properties} lists further names. An empty variable counts as not set. An error names the variable, or the file and the
 * key.
 */
public final class SettingDefaults implements IDefaultValueProvider {

    static final String CONFIG = "--config";

    private static final ResourceBundle VARIABLES = ResourceBundle.getBundle("dev.divvy.cli.variables", Locale.ROOT);

    private final Map<String, String> environment;
    private @Nullable ConfigFile file;

    /** A value, and its origin for messages. */
    private record Setting(String value, String origin) {}

    public SettingDefaults() {
        this(System.getenv());
    }

    public SettingDefaults(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Returns the name of an option without dashes; of several names the first. */
    static String name(OptionSpec option) {
        return option.names()[0].replaceFirst("^-+", "");
    }

    /** Returns the variables of an option; the first one that is set wins. */
    public static List<String> variables(OptionSpec option) {
        String name = name(option);
        List<String> variables = new ArrayList<>();
        for (String path = path(option.command()); !path.isEmpty(); path = parent(path)) {
            variables.add(("DIVVY_" + path + "." + name)
                    .toUpperCase(Locale.ROOT)
                    .replace('.', '_')
                    .replace('-', '_'));
        }
        String product = path(option.command()).replaceFirst("\\..*", "");
        for (String key : List.of(name, product + "." + name)) {
            if (VARIABLES.containsKey(key)) {
                variables.addAll(List.of(VARIABLES.getString(key).split(" ", -1)));
            }
        }
        return variables;
    }

    /** Returns the names of a command and its parents below {@code divvy}, such as {@code outbox.run}. */
    static String path(CommandSpec command) {
        return command.qualifiedName(".").replaceFirst("^divvy\\.", "");
    }

    /** Returns the path of the command above: {@code outbox} of {@code outbox.run}, and an empty text of {@code outbox}. */
    static String parent(String path) {
        return path.contains(".") ? path.substring(0, path.lastIndexOf('.')) : "";
    }

    @Override
    public @Nullable String defaultValue(ArgSpec arg) throws Exception {
        if (!(arg instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
            return null;
        }
        Optional<Setting> setting = isHelpRequested(arg.command()) ? Optional.empty() : setting(option);
        if (setting.isEmpty()) {
            return null;
        }
        String value = setting.get().value();
        try {
            WholeNumber.Limits.refusal(arg, value).ifPresent(reason -> {
                throw new TypeConversionException(reason);
            });
            for (ITypeConverter<?> converter : arg.converters()) {
                converter.convert(value);
            }
        } catch (RuntimeException e) {
            throw new ParameterException(
                    arg.command().commandLine(), setting.get().origin() + ": " + e.getMessage(), e);
        }
        // picocli would expand ${...} in the value, and replace $$ by $.
        return value.replace("$", "$$");
    }

    /** Whether help or the version is asked for, which a wrong variable must not prevent. */
    private static boolean isHelpRequested(CommandSpec command) {
        return command.options().stream()
                .filter(option -> option.usageHelp() || option.versionHelp())
                .anyMatch(option -> Boolean.TRUE.equals(option.getValue()));
    }

    private Optional<Setting> setting(OptionSpec option) {
        return variables(option).stream()
                .filter(name -> !environment.getOrDefault(name, "").isBlank())
                .findFirst()
                .map(name -> new Setting(environment.getOrDefault(name, ""), name + " in the environment"))
                .or(() -> file(option.command())
                        .flatMap(config ->
                                config.key(option).map(key -> new Setting(config.value(key), config.origin(key)))));
    }

    private Optional<ConfigFile> file(CommandSpec command) {
        OptionSpec option = command.findOption(CONFIG);
        if (option == null) {
            return Optional.empty();
        }
        String given = option.getValue() instanceof Optional<?> path
                ? path.map(Object::toString).orElse("")
                : "";
        String path = given.isEmpty()
                ? variables(option).stream()
                        .map(name -> environment.getOrDefault(name, ""))
                        .filter(value -> !value.isBlank())
                        .findFirst()
                        .orElse("")
                : given;
        if (path.isEmpty()) {
            return Optional.empty();
        }
        if (file == null || !file.isAt(path)) {
            file = ConfigFile.read(path, command);
        }
        return Optional.of(file);
    }

    /** Returns the error for a parsed option whose value cannot be used; it names the origin of the value. */
    public static ParameterException refused(CommandSpec command, String option, String reason) {
        Optional<String> origin = command.defaultValueProvider() instanceof SettingDefaults defaults
                        && !command.commandLine().getParseResult().hasMatchedOption(option)
                ? defaults.setting(command.findOption(option)).map(Setting::origin)
                : Optional.empty();
        return new ParameterException(command.commandLine(), origin.orElse(option) + ": " + reason);
    }
}
