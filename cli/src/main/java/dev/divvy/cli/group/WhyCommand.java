package dev.divvy.cli.group;

import dev.divvy.cli.terminal.Version;
import dev.divvy.coordination.report.StatusText;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code divvy why}: who owns a key or a unit, and why. */
@Command(
        name = "why",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Tells who owns a key, or a unit, of a running group: by which rule, since which epoch and from whom.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  divvy why user:42 --at 127.0.0.1:7401",
            "  divvy why order-17 --jdbc jdbc:postgresql://localhost/shop --jdbc-user shop",
            "  divvy why writer --redis redis://127.0.0.1:6379"
        })
public final class WhyCommand implements Runnable {

    private final PrintWriter out;

    @Parameters(
            paramLabel = "<key>",
            description =
                    "A key, whether it is in the cache or not; in an outbox the id of an entity; where units are divided the name of one.")
    private String key = "";

    @Mixin
    private final GroupLocation where = new GroupLocation();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public WhyCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        where.ask(spec, status -> StatusText.why(status, bytes), "DIVVY.WHY", key)
                .forEach(out::println);
        out.flush();
    }
}
