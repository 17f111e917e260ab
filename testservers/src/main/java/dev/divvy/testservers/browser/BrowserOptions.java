package dev.divvy.testservers.browser;

import dev.divvy.testservers.process.ServerAccount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.Capabilities;
import org.openqa.selenium.ImmutableCapabilities;
import org.openqa.selenium.logging.LogType;

/** The options of a browser that runs without a screen and reaches nothing but this machine. */
final class BrowserOptions {

    private static final long PAGE_LOAD_MILLIS = 60_000;

    private BrowserOptions() {}

    static Capabilities capabilities(Path browser, Path folder) {
        return new ImmutableCapabilities(Map.of(
                "browserName",
                "chrome",
                "timeouts",
                Map.of("pageLoad", PAGE_LOAD_MILLIS),
                "goog:loggingPrefs",
                Map.of(LogType.BROWSER, "ALL"),
                "goog:chromeOptions",
                Map.of(
                        "binary",
                        browser.toString(),
                        "args",
                        arguments(folder.resolve("profile")),
                        "prefs",
                        Map.of("download.default_directory", downloads(folder).toString()))));
    }

    static Path downloads(Path folder) {
        return folder.resolve("downloads");
    }

    private static List<String> arguments(Path profile) {
        List<String> arguments = new ArrayList<>(List.of(
                "--headless=new",
                "--user-data-dir=" + profile,
                // The browser ends as soon as its driver has ended, even if that was killed; and it opens no port.
                "--remote-debugging-pipe",
                // Containers often have a /dev/shm of 64 MB, in which a tab crashes.
                "--disable-dev-shm-usage",
                // A window of 360 pixels is as wide as the page in it, as on a phone.
                "--hide-scrollbars",
                "--no-first-run",
                "--no-proxy-server",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-domain-reliability",
                "--disable-sync"));
        if (ServerAccount.isRoot()) {
            // Where the tests run as root, in a container, the kernel mostly refuses the namespaces of the sandbox.
            arguments.add("--no-sandbox");
        }
        return arguments;
    }
}
