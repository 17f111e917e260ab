package dev.divvy.cli.up;

import dev.divvy.cli.distributor.StoreLocation;
import dev.divvy.cli.report.Numbers;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreAccessException;
import dev.divvy.distributor.StoreNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A distributor, and parsers that share web sites. */
final class SitesDemo extends Demo {

    private static final String ENDING = ".example";
    private static final List<String> SITES =
            List.of("art", "books", "cars", "films", "food", "games", "maps", "music", "news", "shop", "sport", "wiki");

    private final DemoDatabase database;
    private final Store store;

    /** The parsers by registered address: a parser keeps its address when it restarts, so that it gets the same sites again. */
    private final Map<String, DemoProcess> parsers = new LinkedHashMap<>();

    private final DemoProcess distributor;

    /** The table as it was last read. */
    private SortedMap<String, List<String>> table = new TreeMap<>();

    SitesDemo(DemoDatabase database, int count, Consumer<String> news) {
        super("parsers", "has no sites", true, news);
        this.database = database;
        this.store = StoreLocation.in(database.served()).openNow(StoreNames.DEFAULT.distribution());
        store.names()
                .add(
                        StoreNames.DEFAULT.units(),
                        SITES.stream().map(site -> site + ENDING).toList());
        for (int port : PortProbe.free(count)) {
            String id = "parser-" + (parsers.size() + 1);
            List<String> arguments = List.of(database.url(), Integer.toString(port));
            parsers.put(
                    "127.0.0.1:" + port,
                    new DemoProcess(id, SampleService.class, "64m", arguments, database.environment()));
        }
        this.distributor = database.process(
                "distributor", "distributor", "run", "--config-type=args", "--jdbc=" + database.url(), "--prom-port=0");
    }

    @Override
    List<DemoProcess> processes() {
        List<DemoProcess> processes = new ArrayList<>(parsers.values());
        processes.add(distributor);
        return processes;
    }

    @Override
    List<String> introduction() {
        String where = "--jdbc '" + database.url() + "' " + database.login();
        return List.of(
                "A distributor: " + Numbers.count(parsers.size(), "parser") + ", each its own process, share "
                        + SITES.size() + " web sites.",
                "  " + pids(),
                "  kill -9 " + processes().get(0).pid()
                        + "     its sites move to the others within seconds, and return when it restarts",
                "  ./divvy distributor table " + where,
                "  ./divvy distributor units add " + where + " another" + ENDING);
    }

    @Override
    String consequence(DemoProcess ended) {
        return ended == distributor ? "the parsers keep their sites" : "its sites move to the others";
    }

    /** Also reports the sites that moved. */
    @Override
    void supervise() {
        super.supervise();
        Map<String, String> before = owners();
        try {
            table = store.table();
        } catch (StoreAccessException busy) {
            // It is read again at the next tick.
        }
        moves(before).forEach((way, moved) -> news.accept(way + ": " + String.join(", ", moved)));
    }

    /** Returns the parser of each site. */
    private Map<String, String> owners() {
        Map<String, String> owners = new TreeMap<>();
        table.forEach((service, sites) -> sites.forEach(site -> owners.put(site, name(service))));
        return owners;
    }

    private String name(String service) {
        return Optional.ofNullable(parsers.get(service)).map(DemoProcess::id).orElse(service);
    }

    /** Returns the sites that moved between parsers, by {@code <former> to <owner>}. */
    private Map<String, List<String>> moves(Map<String, String> before) {
        Map<String, List<String>> moves = new LinkedHashMap<>();
        owners().forEach((site, owner) -> {
            String former = before.getOrDefault(site, owner);
            if (!former.equals(owner)) {
                moves.computeIfAbsent(former + " to " + owner, way -> new ArrayList<>())
                        .add(site);
            }
        });
        return moves;
    }

    @Override
    protected String summary() {
        return "distributor sites";
    }

    @Override
    protected Optional<String> work(DemoProcess process) {
        if (process == distributor) {
            return Optional.of("running");
        }
        List<String> sites = parsers.entrySet().stream()
                .filter(parser -> parser.getValue() == process)
                .flatMap(parser -> table.getOrDefault(parser.getKey(), List.of()).stream())
                .toList();
        return sites.isEmpty()
                ? Optional.empty()
                : Optional.of(sites.stream()
                        .map(site -> site.replace(ENDING, ""))
                        .collect(Collectors.joining(" ", sites.size() + " (", ")")));
    }

    @Override
    public void close() {
        store.close();
    }
}
