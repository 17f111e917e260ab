package dev.divvy.cli.up;

import dev.divvy.cli.distributor.StorePlace;
import dev.divvy.cli.report.Numbers;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreTroubleException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A distributor, and parsers that share web sites by it. */
final class SitesDemo implements Demo {

    private static final String ENDING = ".example";
    private static final List<String> SITES =
            List.of("art", "books", "cars", "films", "food", "games", "maps", "music", "news", "shop", "sport", "wiki");

    private static final String HOST = "127.0.0.1";

    private final DemoDatabase database;
    private final Consumer<String> told;
    private final Store store;
    private final ProcessGroup distributor;
    private final ProcessGroup parsers;

    /** By the address under which each is registered: the same in all its lives, so that it gets the same sites again. */
    private final Map<String, String> parserAt = new TreeMap<>();

    /** As it was last read. */
    private SortedMap<String, List<String>> table = new TreeMap<>();

    SitesDemo(DemoDatabase database, int count, Consumer<String> told) {
        this.database = database;
        this.told = told;
        this.store = StorePlace.in(database.served()).openNow(Namespaces.DEFAULT.distribution());
        store.names()
                .add(
                        Namespaces.DEFAULT.units(),
                        SITES.stream().map(site -> site + ENDING).toList());
        this.distributor = new ProcessGroup(List.of(distributor()), "the parsers keep their sites", told);
        List<DemoProcess> processes = new ArrayList<>();
        for (int port : Ports.free(count)) {
            String id = "parser-" + (processes.size() + 1);
            parserAt.put(HOST + ":" + port, id);
            processes.add(new DemoProcess(
                    id,
                    SampleService.class,
                    "64m",
                    List.of(database.url(), Integer.toString(port)),
                    database.environment()));
        }
        this.parsers = new ProcessGroup(processes, "its sites go to the others", told);
    }

    private DemoProcess distributor() {
        List<String> arguments = List.of(
                "distributor",
                "--config-type=args",
                "--store=" + database.url(),
                "--jdbc-user=" + DemoDatabase.USER,
                "--prom-port=0");
        return new DemoProcess("distributor", Tethered.class, "128m", arguments, database.environment());
    }

    @Override
    public String name() {
        return "parsers";
    }

    @Override
    public List<String> introduction() {
        String where = "--store '" + database.url() + "' " + database.login();
        return List.of(
                Numbers.count(parsers.processes().size(), "parser") + ", each a process, share " + SITES.size()
                        + " web sites by a distributor.",
                "  " + parsers.pids() + ", " + distributor.pids(),
                "  kill -9 " + parsers.processes().get(0).pid()
                        + "     its sites go to the others within seconds, and come back with it",
                "  ./divvy table " + where,
                "  ./divvy units add " + where + " another" + ENDING);
    }

    @Override
    public void supervise() {
        distributor.supervise();
        parsers.supervise();
        Map<String, String> before = owners();
        try {
            table = store.table();
        } catch (StoreTroubleException busy) {
            // It is read again soon.
        }
        moves(before).forEach((way, moved) -> told.accept(way + ": " + String.join(", ", moved)));
    }

    /** Returns the service that has each site. */
    private Map<String, String> owners() {
        Map<String, String> owners = new TreeMap<>();
        table.forEach((service, sites) -> sites.forEach(site -> owners.put(site, service)));
        return owners;
    }

    /** Returns the sites that went from one parser to another, by the way they went. */
    private Map<String, List<String>> moves(Map<String, String> before) {
        Map<String, List<String>> moves = new LinkedHashMap<>();
        owners().forEach((site, owner) -> {
            String former = before.getOrDefault(site, owner);
            if (!former.equals(owner)) {
                String way = parserAt.getOrDefault(former, former) + " to " + parserAt.getOrDefault(owner, owner);
                moves.computeIfAbsent(way, ways -> new ArrayList<>()).add(site);
            }
        });
        return moves;
    }

    @Override
    public Status status() {
        DemoProcess daemon = distributor.processes().get(0);
        return new Status(
                "sites of the distributor" + (daemon.isAlive() ? "" : ", which is " + distributor.absence(daemon)),
                parsers.processes().stream()
                        .map(parser -> parser.id() + " " + state(parser))
                        .toList());
    }

    private String state(DemoProcess parser) {
        if (!parser.isAlive()) {
            return parsers.absence(parser);
        }
        List<String> sites = parserAt.entrySet().stream()
                .filter(entry -> entry.getValue().equals(parser.id()))
                .flatMap(entry -> table.getOrDefault(entry.getKey(), List.of()).stream())
                .toList();
        if (sites.isEmpty()) {
            return parser.wasSeen() ? "without sites" : "starting";
        }
        parser.see();
        return sites.stream()
                .map(site -> site.replace(ENDING, ""))
                .collect(Collectors.joining(" ", sites.size() + " (", ")"));
    }

    @Override
    public void stop() {
        parsers.stop();
    }

    /** Lets the parsers finish, then the distributor that they take leave of. */
    @Override
    public void close() {
        parsers.end();
        distributor.end();
        store.close();
    }

    @Override
    public void kill() {
        parsers.kill();
        distributor.kill();
    }
}
