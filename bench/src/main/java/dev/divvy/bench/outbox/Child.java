package dev.divvy.bench.outbox;

import dev.divvy.bench.live.Ends;
import dev.divvy.outbox.OutboxSettings;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A processor in a JVM of its own, to be killed. It says on standard output what it handles, and ends when standard input does. */
final class Child {

    static final OutboxSettings SETTINGS =
            OutboxSettings.defaults().withTable("divvy_takeover").withGroup("takeover");

    private Child() {}

    /** The id of the processor, then the URL, the user and the password of the database. */
    public static void main(String[] args) throws Exception {
        Database database = new Database("child", args[1], args[2], args[3]);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (Crew crew = new Crew(database, SETTINGS)) {
            crew.join(args[0], event -> out.println(event.entityId()));
            Ends.awaitEnd();
        }
    }
}
