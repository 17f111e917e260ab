package dev.divvy.testservers.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.testservers.needs.NeedsBrowser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsBrowser
class BrowserProgramsTest {

    private final Properties properties = (Properties) System.getProperties().clone();

    @AfterEach
    void restoreProperties() {
        System.setProperties(properties);
    }

    @Test
    void aConfiguredProgramIsPreferred(@TempDir Path folder) throws IOException {
        Path driver = Files.createFile(folder.resolve("driver"));
        assertThat(driver.toFile().setExecutable(true)).isTrue();
        System.setProperty("divvy.test.chromedriver", driver.toString());
        assertThat(BrowserPrograms.missing()).isEmpty();
        assertThat(BrowserPrograms.find().driver()).isEqualTo(driver);
    }

    @Test
    void aConfiguredPathThatIsNoProgramIsNamed(@TempDir Path folder) {
        System.setProperty("divvy.test.chromium", folder.toString());
        String reason = "Browser: " + folder + ", set by -Ddivvy.test.chromium, is not a program";
        assertThat(BrowserPrograms.missing()).contains(reason);
        assertThatThrownBy(BrowserPrograms::find).hasMessage(reason);
    }
}
