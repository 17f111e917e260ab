package dev.divvy.cli.terminal;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The last options of every command, and the layout of its help. {@link SettingDefaults} reads the settings file. */
@Command(
        versionProvider = BuildVersion.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        synopsisHeading = "%nUsage: ",
        parameterListHeading = "%n",
        optionListHeading = "%n",
        commandListHeading = "%nCommands:%n")
@SuppressWarnings("UnusedVariable") // picocli reads the fields
public final class CommonOptions {

    @Option(names = SettingDefaults.CONFIG, paramLabel = "<file>", order = 0)
    private Optional<Path> config = Optional.empty();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            order = 1)
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            order = 2)
    private boolean version;
}
