package dev.divvy.cli.up.sites;

import dev.divvy.cli.distributor.DistributorFigures;
import dev.divvy.cli.distributor.ObservedTable;
import dev.divvy.cli.distributor.StoreLocation;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.PortProbe;
import dev.divvy.cli.up.demo.Demo;
import dev.divvy.cli.up.demo.DemoDatabase;
import dev.divvy.cli.up.demo.DemoKind;
import dev.divvy.cli.up.demo.DemoProcess;
import dev.divvy.cli.up.demo.Findings;
import dev.divvy.cli.up.demo.Refreshed;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A distributor, and parsers that share web sites. */
public final class SitesDemo extends Demo {

    private static final String ENDING = ".example";
    private static final List<String> SITES =
            List.of("art", "books", "cars", "films", "food", "games", "maps", "music", "news", "shop", "sport", "wiki");

    private final DemoDatabase database;
    private final Store store;
    private final ObservedTable table;
    private final UnitAudit audit = new UnitAudit();
    private final Refreshed<ProductSnapshot> snapshot;
    private final DemoProcess distributor;

    /** The registered address of each parser, by name; a parser keeps its address when it restarts. */
    private final Map<String, String> addresses = new ConcurrentHashMap<>();

    /** The owners as they were last reported to the user; used by the thread that supervises. */
    private SortedMap<String, String> reported = new TreeMap<>();

    public SitesDemo(DemoDatabase database, int count, Consumer<String> news) {
        super(DemoKind.DISTRIBUTOR, news);
        this.database = database;
        StoreLocation location = StoreLocation.in(database.local());
        createUnits(location);
        this.store = location.openNow(StoreNames.DEFAULT.distribution());
        start(count);
        this.distributor = database.program("distributor", SampleDistributor.class, line -> {});
        addLast(distributor);
        this.table = new ObservedTable(store, StoreNames.DEFAULT.distribution());
        this.snapshot = new Refreshed<>("divvy-table-reader", read(), this::read);
    }

    /** Creates the tables and the list of sites. */
    public static void createUnits(StoreLocation location) {
        try (Store store = location.openNow(StoreNames.DEFAULT.distribution())) {
            store.names()
                    .add(
                            StoreNames.DEFAULT.units(),
                            SITES.stream().map(site -> site + ENDING).toList());
        }
    }

    @Override
    protected DemoProcess create(int number, int count) {
        int port = PortProbe.free(1).get(0);
        while (addresses.containsValue(address(port))) {
            port = PortProbe.free(1).get(0);
        }
        String id = "parser-" + number;
        String address = address(port);
        addresses.put(id, address);
        SiteWork work = new SiteWork(address, audit);
        return database.program(id, SampleService.class, work::read, Integer.toString(port));
    }

    private static String address(int port) {
        return "127.0.0.1:" + port;
    }

    @Override
    public String member(DemoProcess process) {
        return addresses.getOrDefault(process.id(), "");
    }

    private Optional<DemoProcess> parser(String address) {
        return processes().stream()
                .filter(process -> member(process).equals(address))
                .findFirst();
    }

    @Override
    public List<String> introduction() {
        String where = "--jdbc '" + database.url() + "' " + database.login();
        return List.of(
                "A distributor: " + Numbers.count(addresses.size(), "parser") + ", each its own process, share "
                        + SITES.size() + " web sites.",
                "  " + pids(),
                "  ./divvy distributor table " + where,
                "  ./divvy distributor units add " + where + " another" + ENDING);
    }

    @Override
    public String consequence(DemoProcess ended) {
        return ended == distributor ? "the parsers keep their sites" : "its sites move to the others";
    }

    private ProductSnapshot read() {
        ProductSnapshot looked = table.look(units -> DistributorFigures.of(units, absent(units.keySet())));
        return new ProductSnapshot(looked.product(), looked.group(), looked.figures(), audit.refused());
    }

    /** Returns the parsers that the distributor has taken out of the table, with the reason. */
    private SortedMap<String, String> absent(Set<String> present) {
        SortedMap<String, String> absent = new TreeMap<>();
        addresses.forEach((id, address) -> {
            if (!present.contains(address)) {
                absent.put(address, "it does not answer pings");
            }
        });
        return absent;
    }

    @Override
    public ProductSnapshot snapshot() {
        return snapshot.get();
    }

    @Override
    public Findings findings() {
        return audit.findings();
    }

    /** Also reports the sites that moved, and checks that every site is worked on. */
    @Override
    public void supervise() {
        super.supervise();
        SortedMap<String, String> owners = owners();
        SiteMoves.lines(reported, owners, this::name).forEach(this::say);
        reported = owners;
        Map<String, String> expected = new HashMap<>(owners);
        expected.values()
                .removeIf(
                        address -> parser(address).filter(DemoProcess::isAwake).isEmpty());
        audit.expect(expected, System.nanoTime());
    }

    private String name(String address) {
        return parser(address).map(DemoProcess::id).orElse(address);
    }

    /** Returns the address of the owner of each site, as it was last read. */
    private SortedMap<String, String> owners() {
        SortedMap<String, String> owners = new TreeMap<>();
        ((DistributorFigures) snapshot.latest().figures())
                .services()
                .forEach(service -> service.units().forEach(site -> owners.put(site, service.service())));
        return owners;
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
        List<String> sites = owners().entrySet().stream()
                .filter(site -> site.getValue().equals(member(process)))
                .map(site -> site.getKey().replace(ENDING, ""))
                .toList();
        return sites.isEmpty() ? Optional.empty() : Optional.of(sites.size() + " (" + String.join(" ", sites) + ")");
    }

    @Override
    public void close() {
        snapshot.close();
        store.close();
    }
}
