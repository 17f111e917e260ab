package dev.divvy.bench.outbox;

import dev.divvy.bench.live.StandardInput;
import dev.divvy.outbox.OutboxSettings;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A processor in a separate JVM, to be killed. It prints the entity id of every event that it handles, and ends at the end of standard
 * input.
 */
final class ProcessorProcess {

    static final OutboxSettings SETTINGS =
            OutboxSettings.defaults().withTable("divvy_takeover").withGroup("takeover");

    private ProcessorProcess() {}

    /** Arguments: the id of the processor, then the URL, the user and the password of the database. */
    public static void main(String[] args) throws Exception {
        BenchDatabase database = new BenchDatabase("takeover", args[1], args[2], args[3]);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (ProcessorGroup group = new ProcessorGroup(database, SETTINGS)) {
            group.join(args[0], event -> out.println(event.entityId()));
            StandardInput.awaitEnd();
        }
    }
}
