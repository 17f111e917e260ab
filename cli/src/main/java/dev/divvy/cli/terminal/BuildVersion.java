package dev.divvy.cli.terminal;

import picocli.CommandLine.IVersionProvider;

/** The version that the jar was built as. */
public final class BuildVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String built = BuildVersion.class.getPackage().getImplementationVersion();
        return new String[] {"divvy " + (built == null ? "(not from a jar)" : built)};
    }
}
