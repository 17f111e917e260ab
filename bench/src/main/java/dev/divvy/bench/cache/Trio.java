package dev.divvy.bench.cache;

import dev.divvy.bench.live.Moments;
import dev.divvy.testservers.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Three members, of which this process is one. Answers how many nanoseconds a change took until this one saw no more of it. */
final class Trio implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int MEMBERS = DriverProcess.MEMBERS;

    private final Kind kind;
    private final Arena arena = new Arena();
    private final List<Integer> ports = Arena.ports(MEMBERS);
    private final Member own;

    /** Those on the second and the third port, the longest there first. */
    private final List<Other> others = new ArrayList<>();

    private record Other(int port, TestProcess process) {

        long size() {
            int said = process.said(Said.SIZE).size();
            process.tell("size");
            return Long.parseLong(process.awaitSaid(Said.SIZE, said + 1).get(said));
        }
    }

    Trio(Kind kind) throws Exception {
        this.kind = kind;
        this.own = kind.member(ports.get(0), ports);
        for (int port : ports.subList(1, MEMBERS)) {
            others.add(new Other(port, arena.member(kind, port, ports)));
        }
        await(MEMBERS);
    }

    /** So many entries altogether. */
    void fill(int entries) throws Exception {
        for (int i = 0; i < entries; i++) {
            own.put(Keys.name(i), Keys.VALUE);
        }
    }

    long size() {
        return own.size() + others.stream().mapToLong(Other::size).sum();
    }

    long kill() {
        long began = System.nanoTime();
        others.remove(0).process().kill();
        return await(others.size() + 1) - began;
    }

    long leave() {
        long began = System.nanoTime();
        others.remove(0).process().terminate();
        return await(others.size() + 1) - began;
    }

    /** Whoever is missing joins again. */
    long join() {
        int port = ports.stream()
                .skip(1)
                .filter(one -> others.stream().noneMatch(other -> other.port() == one))
                .findFirst()
                .orElseThrow();
        long began = System.nanoTime();
        others.add(new Other(port, arena.startMember(kind, port, ports)));
        long stable = await(MEMBERS);
        others.get(others.size() - 1).process().awaitSaid(Said.SERVING, 1);
        return stable - began;
    }

    /** When this was so. */
    private long await(int members) {
        Moments.await(members + " members are stable", PATIENCE, () -> own.isStable(members));
        return System.nanoTime();
    }

    @Override
    public void close() {
        own.close();
        arena.close();
    }
}
