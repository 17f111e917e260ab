package dev.divvy.console.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this library. */
public final class ConsoleVersion {

    public static final String VERSION = read();

    private ConsoleVersion() {}

    private static String read() {
        Properties build = new Properties();
        try (InputStream file = ConsoleVersion.class.getResourceAsStream("/dev/divvy/console/build.properties")) {
            build.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build.getProperty("version");
    }
}
