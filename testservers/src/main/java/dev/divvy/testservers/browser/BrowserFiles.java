package dev.divvy.testservers.browser;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.process.ServerAccount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.WebElement;

/** The files that go into a page and come out of it. */
final class BrowserFiles {

    private static final String DROP = """
            const [target, name, content] = arguments;
            const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0));
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([bytes], name));
            for (const type of ['dragenter', 'dragover', 'drop']) {
                target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true }));
            }
            """;

    private final JavascriptExecutor page;
    private final Path folder;

    BrowserFiles(JavascriptExecutor page, Path folder) {
        this.page = page;
        this.folder = folder;
    }

    void drop(WebElement target, Path file) {
        try {
            String content = Base64.getEncoder().encodeToString(Files.readAllBytes(file));
            page.executeScript(DROP, target, file.getFileName().toString(), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Chooses a copy of the file: the user of the browser may not read the folders of the tests. */
    void choose(WebElement input, Path file) {
        try {
            Path copy = folder.resolve(file.getFileName());
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            ServerAccount.chown(copy);
            input.sendKeys(copy.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the download with this name as soon as it is complete. */
    Path download(String name) {
        Path downloads = BrowserOptions.downloads(folder);
        Await.until("the download " + name, () -> {
            List<String> all = names(downloads);
            return all.contains(name) && all.stream().noneMatch(file -> file.endsWith(".crdownload"));
        });
        return downloads.resolve(name);
    }

    private static List<String> names(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
