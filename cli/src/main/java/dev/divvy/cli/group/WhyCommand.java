package dev.divvy.cli.group;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.coordination.report.StatusText;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code divvy why}: who owns a key or a unit, and why. */
@Command(name = "why")
public final class WhyCommand extends BaseCommand implements Runnable {

    @Parameters(paramLabel = "<key>", descriptionKey = "board-key")
    private String key = "";

    @Mixin
    private final GroupLocation where = new GroupLocation();

    @Override
    public void run() {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        where.ask(status -> StatusText.why(status, bytes), "DIVVY.WHY", key).forEach(out()::println);
        out().flush();
    }
}
