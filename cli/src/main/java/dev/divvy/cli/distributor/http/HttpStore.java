package dev.divvy.cli.distributor.http;

import dev.divvy.coordination.Board;
import dev.divvy.distributor.DistributorStatus.ServiceStatus;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.store.NameLists;
import dev.divvy.distributor.store.Postings;
import dev.divvy.distributor.store.Sheets;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.table.Table;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A store that is asked through the desk of a distributor, by services and by people: whoever writes the table has one of its own. */
public final class HttpStore implements Store {

    private static final String STATUS = "/api/status";

    /** A desk asks a store in turn, which may take its time. */
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(5);

    private final Line line;
    private final Listening listening;

    private HttpStore(Line line) {
        this.line = line;
        this.listening = new Listening(line);
    }

    /**
     * The store behind the desk at this address, which may be away as yet.
     *
     * @throws IllegalArgumentException when the address is none
     */
    public static HttpStore at(String address) {
        return at(address, USUAL_PATIENCE);
    }

    /** The store behind the desk at this address; an answer may take so long. */
    static HttpStore at(String address, Duration patience) {
        return new HttpStore(new Line(address, patience));
    }

    @Override
    public NameLists names() {
        return new HttpNames(line, listening);
    }

    @Override
    public Postings postings() {
        return new HttpPostings(line, listening);
    }

    /** The whole table, as it hangs there. */
    public Table table() {
        return line.get("/api/table", json -> {
            Map<String, List<String>> units = new TreeMap<>();
            Read table = Read.of(json);
            table.names().forEach(service -> units.put(service, table.texts(service)));
            return Table.ofUnits(units);
        });
    }

    /** The names that the distributor was started with. */
    public Namespaces namespaces() {
        return line.get(STATUS, json -> DeskStatusJson.readNamespaces(Read.of(json)));
    }

    /** How the services are, as the distributor sees them; none when it does not write the table. */
    public List<ServiceStatus> services() {
        return line.get(
                STATUS,
                json -> Read.of(json).objects("services").stream()
                        .map(DeskStatusJson::readService)
                        .toList());
    }

    @Override
    public Sheets sheets() {
        throw notHere("the sheet");
    }

    @Override
    public Board board() {
        throw notHere("the board of the instances");
    }

    private static UnsupportedOperationException notHere(String what) {
        return new UnsupportedOperationException(
                what + " is not to be had over HTTP: a distributor needs a store of its own");
    }

    @Override
    public void close() {
        listening.close();
    }
}
