package dev.divvy.cli.up;

import dev.divvy.cli.Divvy;
import dev.divvy.cli.distributor.StoreLocation;
import dev.divvy.cli.terminal.PortProbe;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.cli.up.cache.SampleNode;
import dev.divvy.cli.up.demo.Demo;
import dev.divvy.cli.up.demo.DemoDatabase;
import dev.divvy.cli.up.outbox.SampleWorker;
import dev.divvy.cli.up.sites.SampleDistributor;
import dev.divvy.cli.up.sites.SampleService;
import dev.divvy.cli.up.sites.SitesDemo;
import dev.divvy.console.ConsoleServer;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreNames;
import dev.divvy.outbox.Outbox;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs all programs of {@code divvy up}, and a few commands, in one process for a moment, so that Java can archive the classes that they load:
 * with the archive they start in half the time. The launcher runs it once after each build.
 */
final class ArchiveProgram {

    private static final Duration LONGEST = Duration.ofSeconds(8);
    private static final Duration TICK = Duration.ofMillis(200);
    private static final long STOP_MILLIS = 3_000;

    private ArchiveProgram() {}

    public static void main(String[] args) throws Exception {
        List<Demo> none = List.of();
        List<Thread> roles = new ArrayList<>();
        try (StopSignal stop = StopSignal.onSignals();
                DemoDatabase database = new DemoDatabase("archive");
                UpConsole console = new UpConsole(none, new UpOperations(none, 0, line -> {}));
                ConsoleServer server = ConsoleServer.start(
                        ConsoleSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), console)) {
            List<Integer> ports = PortProbe.free(4);
            runCommands(ports.get(3));
            String mesh = ports.get(1).toString();
            StoreLocation location = StoreLocation.in(database.served());
            SitesDemo.createUnits(location);
            Outbox outbox = database.outbox().outbox();
            outbox.inTransaction(transaction -> outbox.send(transaction, "Order", "1", "event 1"));
            roles.add(start(() -> SampleNode.run(
                    SampleNode.settings("n1", ports.get(0).toString(), mesh, mesh, "0", "0", "1"), stop)));
            // Answered with an error, after which the event is sent again.
            roles.add(start(() -> SampleWorker.run(database.served(), "worker-1", server.url() + "/events", stop)));
            roles.add(start(() -> SampleDistributor.run(location, stop)));
            roles.add(start(() -> SampleService.run(location, ports.get(2), stop)));
            awaitWork(outbox, location, stop);
            stop.ask("time is up");
            for (Thread role : roles) {
                role.join(STOP_MILLIS);
            }
        }
        System.exit(0);
    }

    /** Runs commands that end with an error at once: nothing listens at this port, and the database is empty. */
    private static void runCommands(int closedPort) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        String redis = " --redis redis://127.0.0.1:" + closedPort;
        for (String command : List.of("distributor units list" + redis, "status --group archive" + redis)) {
            Divvy.run(nowhere, nowhere, command.split(" ", -1));
        }
        Divvy.run(nowhere, nowhere, "outbox", "status", "--jdbc", "jdbc:h2:mem:no-tables");
    }

    /** Waits until an event was tried and the sites are divided; that also gives the node enough time. */
    private static void awaitWork(Outbox outbox, StoreLocation location, StopSignal stop) throws SQLException {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        try (Store store = location.openNow(StoreNames.DEFAULT.distribution())) {
            while (System.nanoTime() - deadline < 0
                    && (outbox.admin().backlog().retrying() == 0
                            || store.table().isEmpty())) {
                stop.await(TICK);
            }
        }
        stop.await(TICK);
    }

    private interface Role {
        void run() throws Exception;
    }

    private static Thread start(Role role) {
        return DaemonThreads.start("divvy-archive", () -> {
            try {
                role.run();
            } catch (Exception e) {
                System.err.println(e);
            }
        });
    }
}
