package dev.divvy.cli.up;

import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A distributor, and parsers that share web sites by it, each a process. Used by one thread, but for {@link #kill}. */
final class Parsing implements AutoCloseable {

    /** The variable that a child takes the database's password from. */
    static final String PASSWORD = "DIVVY_JDBC_PASSWORD";

    private static final String PARSER = "dev.divvy.cli.up.Parser";
    private static final String TETHERED = "dev.divvy.cli.up.Tethered";
    private static final String HOST = "127.0.0.1";

    private final Consumer<String> told;
    private final Ground ground;
    private final Crew distributor;
    private final Crew parsers;

    /** By the name under which each is registered: the same in all its lives, so that it gets the same sites again. */
    private final Map<String, String> parserAt = new TreeMap<>();

    private final Store store;
    private final Sites sites;

    /** Who had each site when that was last looked at. */
    private Map<String, String> owners = Map.of();

    Parsing(Ground ground, int count, Consumer<String> told) {
        this.told = told;
        this.ground = ground;
        List<Integer> ports = Ports.free(count);
        Child daemon = new Child("distributor", ground.folder(), daemon());
        this.distributor = new Crew(List.of(daemon), "the parsers keep their sites", told);
        List<Child> children = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            String id = "parser-" + i;
            parserAt.put(HOST + ":" + ports.get(i - 1), id);
            children.add(parser(id, ports.get(i - 1)));
        }
        this.parsers = new Crew(children, "its sites go to the others", told);
        this.store = ground.store().openNow(Namespaces.DEFAULT.distribution());
        this.sites = new Sites(store);
    }

    private Launch daemon() {
        List<String> arguments = List.of(
                "distributor",
                "--config-type=args",
                "--store=" + ground.url(),
                "--jdbc-user=" + Ground.USER,
                "--prom-port=0");
        return new Launch(TETHERED, "128m", arguments, Map.of(PASSWORD, ground.password()));
    }

    private Child parser(String id, int port) {
        List<String> arguments = List.of(
                ground.url(),
                Integer.toString(port),
                Child.record(ground.folder(), id).toString());
        return new Child(
                id, ground.folder(), new Launch(PARSER, "64m", arguments, Map.of(PASSWORD, ground.password())));
    }

    /** One alone. */
    Crew distributor() {
        return distributor;
    }

    Crew parsers() {
        return parsers;
    }

    /** The sites that this parser has, in order. */
    List<String> sitesOf(Child parser) {
        return parserAt.entrySet().stream()
                .filter(entry -> entry.getValue().equals(parser.id()))
                .flatMap(entry -> sites.table().getOrDefault(entry.getKey(), List.of()).stream())
                .toList();
    }

    /** Starts anew who is gone, and tells of what moved. */
    void lookAfter() {
        distributor.lookAfter();
        parsers.lookAfter();
        Map<String, String> now = new HashMap<>();
        sites.table().forEach((service, units) -> units.forEach(unit -> now.put(unit, service)));
        moves(owners, now).forEach((way, moved) -> told.accept(way + ": " + String.join(", ", moved)));
        owners = now;
    }

    /** The sites that went from one parser to another, by the way they went. */
    private Map<String, List<String>> moves(Map<String, String> before, Map<String, String> now) {
        Map<String, List<String>> moves = new LinkedHashMap<>();
        now.forEach((site, owner) -> {
            String former = before.getOrDefault(site, owner);
            if (!former.equals(owner)) {
                String way = shown(former) + " to " + shown(owner);
                moves.computeIfAbsent(way, ways -> new ArrayList<>()).add(site);
            }
        });
        return moves;
    }

    private String shown(String service) {
        return parserAt.getOrDefault(service, service);
    }

    /** Lets the parsers finish, then the distributor that they take leave of. */
    void end() {
        sites.close();
        parsers.end();
        distributor.end();
    }

    /** Ends all by force, on any thread. */
    void kill() {
        parsers.kill();
        distributor.kill();
    }

    @Override
    public void close() {
        end();
        store.close();
    }
}
