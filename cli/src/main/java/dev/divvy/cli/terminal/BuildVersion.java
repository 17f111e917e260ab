package dev.divvy.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version and commit that the jar was built from, and the Java and operating system that run it: the head of a bug report. */
public final class BuildVersion implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        Properties build = new Properties();
        try (InputStream file = BuildVersion.class.getResourceAsStream("/dev/divvy/cli/build.properties")) {
            build.load(file);
        }
        return new String[] {
            "divvy " + build.getProperty("version") + " (commit " + build.getProperty("commit") + ")",
            "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + "), "
                    + System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                    + System.getProperty("os.arch")
        };
    }
}
