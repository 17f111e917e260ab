package dev.divvy.bench.cache;

import dev.divvy.allocation.Tokens;
import dev.divvy.bench.cache.contestant.BenchKeys;
import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.cache.contestant.ClusterMember;
import dev.divvy.bench.cache.contestant.ContestantProcesses;
import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.bench.live.Timing;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** A cluster of three members, one of them in this process. Changes return the nanoseconds until this member saw a stable cluster again. */
final class ThreeMemberCluster implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final int MEMBERS = ContestantProcesses.MEMBERS;
    private static final int THREADS = 8;
    private static final int BATCH = 256;
    private static final Tokens SLOTS = Tokens.redis();

    private final CacheKind kind;
    private final ContestantProcesses processes;
    private final List<Integer> ports = ContestantProcesses.ports(MEMBERS);
    private final ClusterMember member;

    /** The members on the second and the third port, the oldest first. */
    private final List<Other> others = new ArrayList<>();

    private record Other(int port, TestProcess process) {}

    /** Starts members as {@code ./divvy node} starts them, with a class data archive. */
    ThreeMemberCluster(CacheKind kind) throws Exception {
        this(kind, new ContestantProcesses());
    }

    /** Starts members as an application does, with the default options of Java. */
    static ThreeMemberCluster withDefaultOptions(CacheKind kind) throws Exception {
        return new ThreeMemberCluster(kind, ContestantProcesses.withDefaultOptions());
    }

    private ThreeMemberCluster(CacheKind kind, ContestantProcesses processes) throws Exception {
        this.kind = kind;
        this.processes = processes;
        try {
            processes.createClassArchive(kind);
            this.member = kind.member(ports.get(0), ports);
            for (int port : ports.subList(1, MEMBERS)) {
                TestProcess process = start(port);
                process.awaitOutput(OutputPrefix.SERVING, 1);
                others.add(new Other(port, process));
            }
            await(MEMBERS);
        } catch (Exception | AssertionError e) {
            processes.close();
            throw e;
        }
    }

    private TestProcess start(int port) {
        return processes.startMember(kind, port, ports);
    }

    /** Puts this number of entries. */
    void fill(int entries) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Boolean>> shares = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int first = thread;
                shares.add(() -> {
                    for (int i = first; i < entries; i += THREADS) {
                        member.put(BenchKeys.name(i), BenchKeys.VALUE);
                    }
                    return true;
                });
            }
            for (Future<Boolean> share : threads.invokeAll(shares)) {
                share.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Counts the entries that are not found. */
    long missing(int entries) {
        long missing = 0;
        for (int from = 0; from < entries; from += BATCH) {
            missing += IntStream.range(from, Math.min(entries, from + BATCH))
                    .mapToObj(i -> member.getAsync(BenchKeys.name(i)).toCompletableFuture())
                    .toList()
                    .stream()
                    .filter(ThreeMemberCluster::isMissing)
                    .count();
        }
        return missing;
    }

    private static boolean isMissing(CompletableFuture<byte[]> found) {
        try {
            return found.join() == null;
        } catch (CompletionException e) {
            if (e.getCause() instanceof NoSuchElementException) {
                return true;
            }
            throw e;
        }
    }

    long kill() {
        long began = System.nanoTime();
        others.remove(0).process().kill();
        return await(others.size() + 1) - began;
    }

    /** Kills a member, and returns the time until a key of every slot was answered, whether it was found or not. */
    long killUntilReadable(int entries) {
        List<String> asked = oneKeyPerSlot(entries);
        long began = System.nanoTime();
        others.remove(0).process().kill();
        while (!asked.isEmpty()) {
            if (System.nanoTime() - began > TIMEOUT.toNanos()) {
                throw new IllegalStateException(asked.size() + " keys were not readable within a minute");
            }
            List<CompletableFuture<byte[]>> replies = asked.stream()
                    .map(key -> member.getAsync(key).toCompletableFuture())
                    .toList();
            List<String> failed = new ArrayList<>();
            for (int i = 0; i < replies.size(); i++) {
                if (!isAnswered(replies.get(i))) {
                    failed.add(asked.get(i));
                }
            }
            asked = failed;
        }
        return System.nanoTime() - began;
    }

    private static List<String> oneKeyPerSlot(int entries) {
        Map<Integer, String> keys = new HashMap<>();
        for (int i = 0; i < entries; i++) {
            String key = BenchKeys.name(i);
            keys.putIfAbsent(SLOTS.tokenOf(key), key);
        }
        return List.copyOf(keys.values());
    }

    private static boolean isAnswered(CompletableFuture<byte[]> reply) {
        try {
            reply.join();
            return true;
        } catch (CompletionException e) {
            return e.getCause() instanceof NoSuchElementException;
        }
    }

    /** Waits until every entry has its copies. */
    void awaitProtected() {
        await(MEMBERS);
        Await.until("every entry has its copies", member::isProtected);
    }

    long leave() {
        long began = System.nanoTime();
        others.remove(0).process().terminate();
        return await(others.size() + 1) - began;
    }

    /** Starts the missing member again. */
    long join() {
        int port = ports.stream()
                .skip(1)
                .filter(free -> others.stream().noneMatch(other -> other.port() == free))
                .findFirst()
                .orElseThrow();
        long began = System.nanoTime();
        others.add(new Other(port, start(port)));
        long stable = await(MEMBERS);
        others.get(others.size() - 1).process().awaitOutput(OutputPrefix.SERVING, 1);
        return stable - began;
    }

    /** Waits until so many members are stable, and returns the time. */
    private long await(int members) {
        Timing.await(members + " members are stable", TIMEOUT, () -> member.isStable(members));
        return System.nanoTime();
    }

    @Override
    public void close() {
        member.close();
        processes.close();
    }
}
