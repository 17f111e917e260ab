package dev.divvy.cli.up;

import dev.divvy.cli.distributor.http.HttpStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A distributor on a memory of its own, and parsers that share web sites by it, each a process. Used by one thread, but for {@link #kill}. */
final class Parsing implements AutoCloseable {

    private static final String PARSER = "dev.divvy.cli.up.Parser";
    private static final String TETHERED = "dev.divvy.cli.up.Tethered";
    private static final String HOST = "127.0.0.1";

    private final Consumer<String> told;
    private final String address;
    private final Crew distributor;
    private final Crew parsers;

    /** By the name under which each is registered: the same in all its lives, so that it gets the same sites again. */
    private final Map<String, String> parserAt = new TreeMap<>();

    private final HttpStore desk;
    private final Sites sites;

    /** Who had each site when that was last looked at. */
    private Map<String, String> owners = Map.of();

    Parsing(Path folder, int count, Consumer<String> told) {
        this.told = told;
        List<Integer> ports = Ports.free(count + 1);
        this.address = "http://" + HOST + ":" + ports.get(0);
        Child daemon = distributor(folder, ports.get(0));
        this.distributor = new Crew(List.of(daemon), "the parsers let go", told);
        List<Child> children = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            String id = "parser-" + i;
            parserAt.put(HOST + ":" + ports.get(i), id);
            children.add(parser(folder, id, ports.get(i)));
        }
        this.parsers = new Crew(children, "its sites go to the others", told);
        this.desk = HttpStore.at(address);
        this.sites = new Sites(desk, daemon::pid);
    }

    private static Child distributor(Path folder, int port) {
        List<String> arguments = List.of(
                "distributor", "--config-type=args", "--store=memory", "--http=" + HOST + ":" + port, "--prom-port=0");
        return new Child("distributor", folder, new Launch(TETHERED, "128m", arguments, Map.of()));
    }

    private Child parser(Path folder, String id, int port) {
        List<String> arguments = List.of(
                address, Integer.toString(port), Child.record(folder, id).toString());
        return new Child(id, folder, new Launch(PARSER, "64m", arguments, Map.of()));
    }

    /** Where the distributor is asked. */
    String address() {
        return address;
    }

    /** One alone. */
    Crew distributor() {
        return distributor;
    }

    Crew parsers() {
        return parsers;
    }

    /** Whether there is a distributor: without one the parsers let go of their sites, whatever the last table says. */
    boolean isDivided() {
        return distributor.children().get(0).isAlive();
    }

    /** The sites that this parser has, in order. */
    List<String> sitesOf(Child parser) {
        return !isDivided()
                ? List.of()
                : parserAt.entrySet().stream()
                        .filter(entry -> entry.getValue().equals(parser.id()))
                        .flatMap(entry -> sites.table().unitsOf(entry.getKey()).stream())
                        .toList();
    }

    /** Starts anew who is gone, and tells of what moved. */
    void lookAfter() {
        distributor.lookAfter();
        parsers.lookAfter();
        Map<String, String> now = sites.table().owners();
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
        desk.close();
    }
}
