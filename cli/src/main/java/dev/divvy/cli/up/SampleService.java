package dev.divvy.cli.up;

import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.distributor.StoreLocation;
import dev.divvy.cli.terminal.ParentProcess;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.distributor.ServiceClient;
import dev.divvy.distributor.ServiceSettings;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreNames;
import dev.divvy.distributor.Unit;
import dev.divvy.distributor.UnitListener;
import java.time.Duration;
import java.util.Optional;

/** A sample service, run as a process: a parser that prints the web sites that a distributor assigns to it and takes away. */
final class SampleService implements UnitListener {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private SampleService() {}

    /** Arguments: the URL of the database with the lists and the table, and the port for pings. */
    public static void main(String[] args) {
        DatabaseLogin database = new DatabaseLogin(
                args[0],
                Optional.of(DemoDatabase.USER),
                Optional.ofNullable(System.getenv(DemoDatabase.PASSWORD_VARIABLE)));
        ServiceSettings settings =
                ServiceSettings.at("127.0.0.1", Integer.parseInt(args[1])).withCloseTimeout(CLOSE_TIMEOUT);
        try (StopSignal stop = StopSignal.onSignals();
                Store store = StoreLocation.in(database).openNow(StoreNames.DEFAULT.distribution());
                ServiceClient client = ServiceClient.start(store, settings, new SampleService())) {
            ParentProcess.onEnd(() -> stop.ask("the standard input ended"));
            System.err.println("answers pings at " + client.name());
            while (!stop.isAsked()) {
                stop.await(Duration.ofMinutes(1));
            }
        }
        System.exit(0);
    }

    @Override
    public void gained(Unit unit) {
        System.err.println("parses " + unit.name());
    }

    @Override
    public void lost(Unit unit) {
        System.err.println("no longer parses " + unit.name());
    }
}
