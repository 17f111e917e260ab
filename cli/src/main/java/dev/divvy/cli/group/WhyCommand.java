package dev.divvy.cli.group;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.console.StatusJson;
import dev.divvy.console.view.WhyView;
import dev.divvy.coordination.report.StatusText;
import dev.divvy.coordination.status.GroupStatus;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code divvy why}: the owner of a key or a unit, and the reason. */
@Command(name = "why")
public final class WhyCommand extends BaseCommand implements Runnable {

    @Parameters(paramLabel = "<key>", descriptionKey = "board-key")
    private String key = "";

    @Option(names = "--json", descriptionKey = "group-json")
    private boolean json;

    @Mixin
    private final GroupLocation where = new GroupLocation();

    @Override
    public void run() {
        GroupStatus status = where.look().status();
        try {
            if (json) {
                out().println(StatusJson.indented(WhyView.of(status, key)));
            } else {
                StatusText.why(status, key.getBytes(StandardCharsets.UTF_8)).forEach(out()::println);
            }
        } catch (IllegalArgumentException e) {
            throw Failure.failed(String.valueOf(e.getMessage()));
        }
        out().flush();
    }
}
