package dev.divvy.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.spring.outbox.KafkaRelayProperties;
import dev.divvy.spring.outbox.OutboxProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about Spring shows code that is compiled and run, and the defaults that the settings have. */
class SpringPageTest {

    private static final Path ROOT = Path.of(Objects.requireNonNull(System.getProperty("divvy.root")));
    private static final Pattern JAVA = Pattern.compile("(?s)```java\n(.*?)```");

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withoutIndentation(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n"));
    }

    @Test
    void itsCodeIsThatOfTheSampleAndOfATest() throws IOException {
        String page = read(ROOT.resolve("docs/start/spring.md"));
        String code = javaBelow("examples/spring-boot/src") + javaBelow("spring-boot-starter/src/test");
        List<String> blocks = JAVA.matcher(page)
                .results()
                .map((MatchResult block) -> withoutIndentation(block.group(1)))
                .toList();
        assertThat(blocks).hasSize(4).allSatisfy(block -> assertThat(code).contains(block));
    }

    /** A row of the table: names of properties, and their defaults. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]+`) \\| ([^|]*)\\|");

    /** Returns the default of each property, as the page says it. */
    private static Map<String, String> defaultsOfThePage() {
        Map<String, String> defaults = new TreeMap<>();
        ROW.matcher(read(ROOT.resolve("docs/start/spring.md"))).results().forEach(row -> {
            String[] names = row.group(1).replace("`", "").split(", ", -1);
            String[] values = row.group(2).replace("`", "").split(", ", -1);
            for (int i = 0; i < names.length; i++) {
                String name = names[i].startsWith(".") ? "divvy.outbox.processor" + names[i] : names[i];
                defaults.put(name, i < values.length ? values[i].strip() : "");
            }
        });
        return defaults;
    }

    private static String shown(Duration time) {
        if (time.toMillis() < 1_000) {
            return time.toMillis() + " ms";
        }
        return time.toSeconds() % 60 == 0
                ? time.toMinutes() + " min"
                : new DecimalFormat("0.#", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(time.toMillis() / 1e3)
                        + " s";
    }

    @Test
    void itsDefaultsAreThoseOfTheSettings() {
        OutboxSettings outbox = OutboxSettings.defaults();
        ProcessorSettings processor = ProcessorSettings.defaults();
        assertThat(defaultsOfThePage())
                .containsEntry("divvy.outbox.table", outbox.table())
                .containsEntry("divvy.outbox.table-prefix", outbox.tablePrefix())
                .containsEntry("divvy.outbox.group", outbox.group())
                .containsEntry("divvy.outbox.tokens", Integer.toString(outbox.tokens()))
                .containsEntry("divvy.outbox.notifications", Boolean.toString(outbox.notifications()))
                .containsEntry("divvy.outbox.expiration", shown(outbox.timing().timeToLive()))
                .containsEntry("divvy.outbox.grace", shown(outbox.timing().grace()))
                .containsEntry("divvy.outbox.processor.workers", Integer.toString(processor.workers()))
                .containsEntry("divvy.outbox.processor.batch-size", Integer.toString(processor.batchSize()))
                .containsEntry("divvy.outbox.processor.attempts", Integer.toString(processor.attempts()))
                .containsEntry("divvy.outbox.processor.crash-attempts", Integer.toString(processor.crashAttempts()))
                .containsEntry(
                        "divvy.outbox.processor.after-last-attempt",
                        processor
                                .afterLastAttempt()
                                .name()
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '-'))
                .containsEntry("divvy.outbox.processor.retry-delay", shown(processor.retryDelay()))
                .containsEntry("divvy.outbox.processor.longest-retry-delay", shown(processor.longestRetryDelay()))
                .containsEntry("divvy.outbox.processor.handler-timeout", shown(processor.handlerTimeout()))
                .containsEntry("divvy.outbox.processor.stalled-after", shown(processor.stalledAfter()))
                .containsEntry("divvy.outbox.processor.polling-interval", shown(processor.pollingInterval()));
        assertThat(read(ROOT.resolve("docs/start/spring.md")))
                .contains("after `divvy.outbox.expiration` ("
                        + shown(outbox.timing().timeToLive()) + ")");
    }

    @Test
    void itsTableHasEveryProperty() {
        assertThat(defaultsOfThePage().keySet())
                .containsAll(names("divvy.outbox.", OutboxProperties.class))
                .containsAll(names("divvy.outbox.processor.", OutboxProperties.Processor.class))
                .containsAll(names("divvy.outbox.kafka.", KafkaRelayProperties.class));
    }

    private static List<String> names(String prefix, Class<?> properties) {
        return Arrays.stream(properties.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(name -> !name.equals("processor"))
                .map(name -> prefix + name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .toList();
    }

    private static String javaBelow(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> withoutIndentation(read(file)))
                    .collect(Collectors.joining("\n"));
        }
    }
}
