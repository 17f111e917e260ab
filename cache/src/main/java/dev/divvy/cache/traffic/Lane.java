package dev.divvy.cache.traffic;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.cluster.Chart;
import dev.divvy.cache.cluster.Peer;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One event loop with its own links to the other nodes: what happens on it needs no lock. */
public final class Lane {

    private static final long PARTING_MILLIS = 1_000;

    private final EventLoop loop;
    private final Plant plant;
    private final Map<Incarnation, Link> links = new HashMap<>();

    private final Set<Connection> connections = new HashSet<>();

    /** Connections that got answers and shall go on. */
    private final ArrayDeque<Connection> touched = new ArrayDeque<>();

    Lane(EventLoop loop, Plant plant) {
        this.loop = loop;
        this.plant = plant;
    }

    public EventLoop loop() {
        return loop;
    }

    Plant plant() {
        return plant;
    }

    /** Sends a request on its way; on the loop only. */
    void send(Errand errand, Peer to) {
        Link link = links.get(to.life());
        if (link == null) {
            link = open(to);
        }
        link.send(errand);
    }

    private Link open(Peer to) {
        Link link = plant.call(loop, to, () -> links.remove(to.life()));
        if (link.usable()) {
            links.put(to.life(), link);
        }
        return link;
    }

    /** Something came for a connection; it goes on when all that came together were given out. */
    void touch(Connection connection) {
        if (touched.isEmpty()) {
            loop.execute(this::resumeTouched);
        }
        touched.add(connection);
    }

    private void resumeTouched() {
        for (Connection next = touched.poll(); next != null; next = touched.poll()) {
            next.resume();
        }
    }

    /** Links to those who are gone are closed, and what was under way on them is lost; on the loop only. */
    void follow(Chart chart) {
        Set<Incarnation> there = chart.peers().stream().map(Peer::life).collect(Collectors.toSet());
        List.copyOf(links.values()).stream()
                .filter(link -> !there.contains(link.peer().life()))
                .forEach(this::part);
    }

    /** One who left in good order still answers what it was asked; one who stands still never does. */
    private void part(Link link) {
        links.remove(link.peer().life());
        link.retire();
        later(link::close, PARTING_MILLIS);
    }

    void later(Runnable action, long millis) {
        var unused = loop.schedule(action, millis, TimeUnit.MILLISECONDS);
    }

    void came(Connection connection) {
        connections.add(connection);
    }

    void went(Connection connection) {
        connections.remove(connection);
    }

    /** Clients are let go as soon as all that they asked is answered. */
    void retire() {
        List.copyOf(connections).forEach(Connection::retire);
    }
}
