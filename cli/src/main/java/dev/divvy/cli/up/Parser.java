package dev.divvy.cli.up;

import dev.divvy.cli.database.Database;
import dev.divvy.cli.distributor.StorePlace;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.cli.terminal.Tether;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.ServiceClient;
import dev.divvy.distributor.ServiceSettings;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.Unit;
import dev.divvy.distributor.UnitListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A sample service, the main of a process: it parses those web sites that a distributor gives it, a page of each now and then. */
final class Parser implements UnitListener {

    private static final Duration PAGE = Duration.ofMillis(500);
    private static final Duration FAREWELL = Duration.ofSeconds(1);
    private static final String HOST = "127.0.0.1";

    private Parser() {}

    /** Takes the address of the database that lists and table are in, the port to answer pings at, and the file to write each page's site to. */
    public static void main(String[] args) {
        ServiceSettings settings =
                ServiceSettings.at(HOST, Integer.parseInt(args[1])).withFarewell(FAREWELL);
        try (Stop stop = Stop.onSignals();
                Store store = StorePlace.in(database(args[0])).openNow(Namespaces.DEFAULT.distribution());
                ServiceClient client = ServiceClient.start(store, settings, new Parser())) {
            Tether.whenCut(() -> stop.ask("the standard input ended"));
            while (!stop.await(PAGE)) {
                parse(client, Path.of(args[2]));
            }
        } catch (UncheckedIOException e) {
            IOException cause = e.getCause();
            System.err.println(cause == null ? e : cause.getMessage());
            System.exit(1);
        }
        System.exit(0);
    }

    private static Database database(String url) {
        return new Database(url, Optional.of(Ground.USER), Optional.ofNullable(System.getenv(Parsing.PASSWORD)));
    }

    private static void parse(ServiceClient client, Path file) {
        List<String> pages = client.units().stream()
                .map(site -> "{\"site\":\"" + site + "\"}")
                .toList();
        try {
            Files.write(file, pages, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From the next look on it is parsed: nothing has to be made ready for it. */
    @Override
    public void gained(Unit unit) {}

    @Override
    public void lost(Unit unit) {}
}
