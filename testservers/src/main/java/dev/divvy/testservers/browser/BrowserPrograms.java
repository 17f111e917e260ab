package dev.divvy.testservers.browser;

import dev.divvy.testservers.process.Programs;
import dev.divvy.testservers.process.ServerAccount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds the installed browser and its driver. Uses nothing of Selenium, so that a module without Selenium can ask what is missing.
 *
 * @param browser Chromium or Chrome
 * @param driver the program that controls it, of the same version
 */
public record BrowserPrograms(Path browser, Path driver) {

    private static final String BROWSER = "chromium";
    private static final String DRIVER = "chromedriver";
    private static final List<String> BROWSERS = List.of(BROWSER, "google-chrome");

    /** Returns why no browser can be started and what to install; empty when one can. */
    public static Optional<String> missing() {
        return ServerAccount.missing()
                .or(() -> missing(BROWSER, BROWSERS))
                .or(() -> missing(DRIVER, List.of(DRIVER)))
                .map(reason -> "Browser: " + reason);
    }

    static BrowserPrograms find() {
        missing().ifPresent(reason -> {
            throw new IllegalStateException(reason);
        });
        return new BrowserPrograms(
                find(BROWSER, BROWSERS).orElseThrow(),
                find(DRIVER, List.of(DRIVER)).orElseThrow());
    }

    private static Optional<String> missing(String program, List<String> names) {
        if (find(program, names).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(configured(program)
                .map(path -> path + ", set by -D" + property(program) + ", is not a program")
                .orElse(String.join(" or ", names)
                        + " is not on the PATH (on Debian: apt-get install chromium chromium-driver), or name it with -D"
                        + property(program) + "=PATH"));
    }

    private static Optional<Path> find(String program, List<String> names) {
        Optional<Path> configured = configured(program);
        return configured.isPresent()
                ? configured.filter(Files::isRegularFile).filter(Files::isExecutable)
                : names.stream().flatMap(name -> Programs.onPath(name).stream()).findFirst();
    }

    private static Optional<Path> configured(String program) {
        return Optional.ofNullable(System.getProperty(property(program)))
                .filter(path -> !path.isBlank())
                .map(Path::of);
    }

    private static String property(String program) {
        return "divvy.test." + program;
    }
}
