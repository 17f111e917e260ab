package dev.divvy.cli.up;

import dev.divvy.cli.outbox.OutboxSnapshot;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Screen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that is up: the workers of an outbox and, if they are wanted, the nodes of a cache and the parsers of a distributor. Used by one thread, but for {@link #kill}. */
final class Scene implements AutoCloseable {

    private final Ground ground;
    private final Screen screen;
    private final Crew workers;
    private final Optional<Nodes> nodes;
    private final Optional<Parsing> parsing;
    private final Pace pace = new Pace();

    /**
     * Begins.
     *
     * @param nodes begins those, if they are wanted
     */
    Scene(Ground ground, int workers, int parsers, Optional<Function<Consumer<String>, Nodes>> nodes, Screen screen) {
        this.ground = ground;
        this.screen = screen;
        this.nodes = nodes.map(there -> there.apply(screen::say));
        this.workers = Crew.ofWorkers(ground, workers, screen::say);
        this.parsing = parsers == 0 ? Optional.empty() : Optional.of(new Parsing(ground, parsers, screen::say));
    }

    void tellHowToPlay() {
        nodes.ifPresent(this::tellHowToPlay);
        List<Child> children = workers.children();
        screen.say(Numbers.count(children.size(), "worker") + ", each a process, share the events of an outbox.");
        screen.say("  " + pids(workers));
        long last = children.get(children.size() - 1).pid();
        screen.say("  kill -9 " + children.get(0).pid()
                + "     the others take over within seconds; it is started anew after " + Crew.ABSENCE.toSeconds()
                + " s");
        screen.say("  kill -STOP " + last + "   so do they when it only stands still; kill -CONT " + last
                + " lets it come back");
        screen.say("  ./divvy outbox status --jdbc '" + ground.url() + "' --jdbc-user " + Ground.USER
                + " --jdbc-password " + ground.password());
        parsing.ifPresent(this::tellHowToPlay);
        screen.say("  Ctrl-C ends it all and leaves nothing behind");
    }

    private void tellHowToPlay(Nodes there) {
        Map<Integer, Child> children = there.children();
        screen.say(Numbers.count(children.size(), "node")
                + ", each a process, share the keys of a cache; each answers for every" + " key, also to redis-cli.");
        screen.say("  "
                + children.entrySet().stream()
                        .map(node -> node.getValue().id() + " is pid "
                                + node.getValue().pid() + " at "
                                + there.launch().listen(node.getKey()))
                        .collect(Collectors.joining(", ")));
        screen.say("  ./divvy shell --at " + there.launch().listen(1)
                + "   fill 1 5000, stat, sum, kill 2, start 2; help lists them all");
    }

    private void tellHowToPlay(Parsing there) {
        List<Child> parsers = there.parsers().children();
        screen.say(Numbers.count(parsers.size(), "parser") + ", each a process, share " + Sites.ALL.size()
                + " web sites by a distributor.");
        screen.say("  " + pids(there.parsers()) + ", " + pids(there.distributor()));
        screen.say("  kill -9 " + parsers.get(0).pid()
                + "     its sites go to the others within seconds, and come back with it");
        String store =
                " --store '" + ground.url() + "' --jdbc-user " + Ground.USER + " --jdbc-password " + ground.password();
        screen.say("  ./divvy table" + store);
        screen.say("  ./divvy units add another.example" + store);
    }

    private static String pids(Crew crew) {
        return crew.children().stream()
                .map(child -> child.id() + " is pid " + child.pid())
                .collect(Collectors.joining(", "));
    }

    void lookAfter() {
        nodes.ifPresent(Nodes::lookAfter);
        workers.lookAfter();
        parsing.ifPresent(Parsing::lookAfter);
    }

    /** Shows how it stands: drawn in place, or as lines. */
    void show(boolean drawn, Duration since, long sent) {
        Optional<Picture> picture = look().map(look -> new Picture(workers, look, since, sent, pace));
        Optional<SitesPicture> sites = parsing.map(SitesPicture::new);
        Optional<String> cache = nodes.map(there -> there.look().line());
        if (!drawn) {
            cache.ifPresent(screen::say);
            picture.ifPresent(there -> screen.say(there.line()));
            sites.ifPresent(there -> screen.say(there.line()));
        } else if (picture.isPresent()) {
            List<String> lines = new ArrayList<>();
            cache.ifPresent(line -> lines.addAll(List.of("", line)));
            lines.addAll(picture.get().table());
            sites.ifPresent(there -> lines.addAll(there.table()));
            screen.draw(lines);
        }
    }

    /** Empty when the database is too busy to say. */
    private Optional<OutboxSnapshot> look() {
        try {
            return Optional.of(OutboxSnapshot.at(ground.opened()));
        } catch (Failure busy) {
            return Optional.empty();
        }
    }

    /** Events that were handled. */
    long handled() {
        return workers.handled();
    }

    /** Lets all finish and waits for that; those that do not are ended by force. */
    void end(String reason) {
        screen.say(reason + "; ending the "
                + Stream.of(nodes.map(there -> "nodes"), Optional.of("workers"), parsing.map(there -> "parsers"))
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining(" and the ")));
        close();
    }

    /** Ends all by force, on any thread. */
    void kill() {
        nodes.ifPresent(Nodes::kill);
        workers.kill();
        parsing.ifPresent(Parsing::kill);
    }

    @Override
    public void close() {
        workers.stop();
        parsing.ifPresent(Parsing::close);
        workers.end();
        nodes.ifPresent(Nodes::close);
    }
}
