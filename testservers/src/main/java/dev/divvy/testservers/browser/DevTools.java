package dev.divvy.testservers.browser;

import java.net.URL;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.Capabilities;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.remote.CommandInfo;
import org.openqa.selenium.remote.HttpCommandExecutor;
import org.openqa.selenium.remote.RemoteWebDriver;
import org.openqa.selenium.remote.http.HttpMethod;

/** A driver that also passes on commands of the DevTools protocol, for what WebDriver has no command. */
final class DevTools extends RemoteWebDriver {

    private static final String EXECUTE = "executeCdpCommand";

    DevTools(URL server, Capabilities capabilities) {
        super(
                new HttpCommandExecutor(
                        Map.of(EXECUTE, new CommandInfo("/session/:sessionId/goog/cdp/execute", HttpMethod.POST)),
                        server),
                capabilities);
    }

    /**
     * Runs one command and returns its result.
     *
     * @throws StaleElementReferenceException if the page changed in the meantime
     */
    @SuppressWarnings("unchecked")
    Map<String, Object> call(String command, Map<String, ?> parameters) {
        try {
            return (Map<String, Object>) execute(EXECUTE, Map.of("cmd", command, "params", parameters))
                    .getValue();
        } catch (WebDriverException e) {
            if (e.getRawMessage() != null && e.getRawMessage().contains("-32000")) {
                throw new StaleElementReferenceException(command + ": " + e.getRawMessage(), e);
            }
            throw e;
        }
    }

    /** Sets the size of the page in CSS pixels. The size of the window has a lower limit, wider than a phone. */
    void resize(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    void emulate(List<Media> media) {
        call(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        media.stream()
                                .map(one -> Map.of("name", one.feature(), "value", one.value()))
                                .toList()));
    }
}
