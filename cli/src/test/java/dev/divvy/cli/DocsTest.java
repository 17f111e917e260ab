package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.divvy.testservers.needs.Servers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages tell the truth: their programs print what they say, their commands work, and the commands that they mention exist. */
class DocsTest {

    private static final int MOST_EXEMPTIONS = 10;

    /** Pages wait for leases more than they compute. */
    private static final int AT_A_TIME = 2;

    private static final long LIMIT_IN_MINUTES = 10;

    private static final ExecutorService PAGES = Executors.newFixedThreadPool(AT_A_TIME);
    private static final Map<String, Future<?>> RUNS = new LinkedHashMap<>();

    static List<DocsPage> pages() {
        return DocsPage.all();
    }

    static List<DocsPage> pagesThatRun() {
        return pages().stream()
                .filter(page -> page.blocks().stream().anyMatch(DocsBlock::isUsed))
                .toList();
    }

    @BeforeAll
    static void startAllPages(@TempDir Path folder) {
        for (DocsPage page : pagesThatRun()) {
            if (missing(page).isEmpty()) {
                RUNS.put(page.name(), PAGES.submit(() -> {
                    run(page, Files.createTempDirectory(folder, "page"));
                    return page;
                }));
            }
        }
    }

    @AfterAll
    static void endAllPages() throws InterruptedException {
        PAGES.shutdownNow();
        assertThat(PAGES.awaitTermination(LIMIT_IN_MINUTES, TimeUnit.MINUTES)).isTrue();
    }

    private static Optional<String> missing(DocsPage page) {
        return DocsAddresses.missing(DocsRun.text(page)).findFirst();
    }

    private static void run(DocsPage page, Path folder) throws Exception {
        try (DocsAddresses addresses = new DocsAddresses(DocsRun.text(page));
                DocsRun run = new DocsRun(page, folder, addresses)) {
            run.run();
        }
    }

    @ParameterizedTest
    @MethodSource("pagesThatRun")
    void everyBlockWorks(DocsPage page) throws Throwable {
        Optional<String> missing = missing(page);
        if (missing.isPresent()) {
            assertThat(Servers.required()).as(missing.get()).isFalse();
            System.err.println("SKIPPED: the blocks of " + page + ". " + missing.get());
            abort(missing.get());
        }
        try {
            Objects.requireNonNull(RUNS.get(page.name())).get(LIMIT_IN_MINUTES, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyCommandThatIsMentionedExists(DocsPage page) {
        assertThat(page.commands())
                .allSatisfy(command ->
                        assertThat(DocsCommands.fault(command)).as(command).isEmpty());
    }

    @Test
    void fewBlocksAndCommandsAreExempt() {
        Stream<String> blocks = pages().stream()
                .flatMap(page -> page.blocks().stream())
                .flatMap(block -> block.directive(DocsPage.NOT_RUN).map(why -> block.place() + ": " + why).stream());
        Stream<String> commands = DocsRun.LEFT_OUT.entrySet().stream()
                .map(command -> "every \"" + command.getKey() + "\": " + command.getValue());
        List<String> exemptions = Stream.concat(blocks, commands).toList();
        exemptions.forEach(exemption -> System.err.println("NOT RUN: " + exemption));
        assertThat(exemptions).hasSizeLessThanOrEqualTo(MOST_EXEMPTIONS);
    }

    @Test
    void theFirstCommandOfReadmeIsTheOneThatShowsIt() {
        DocsPage readme = DocsPage.read(Repository.root().resolve("README.md"));
        String shell = readme.blocks().stream()
                .filter(block -> block.language().equals(DocsBlock.SHELL))
                .findFirst()
                .map(DocsBlock::text)
                .orElse("");
        assertThat(shell).contains("./divvy up");
    }
}
