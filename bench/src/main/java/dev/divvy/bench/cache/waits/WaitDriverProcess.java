package dev.divvy.bench.cache.waits;

import dev.divvy.allocation.Tokens;
import dev.divvy.bench.cache.contestant.BenchKeys;
import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.cache.contestant.ClusterMember;
import dev.divvy.bench.cache.contestant.Filling;
import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.bench.live.StandardInput;
import dev.divvy.bench.live.Timing;
import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A member that fills a cache and then asks for its keys. Arguments: the kind, the number of entries, the bytes of a value, the ports.
 * Each line of input is a number of members: it begins to ask, and goes on until a cluster of that size is stable and a little longer.
 */
final class WaitDriverProcess {

    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final long LONGER_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int REQUESTS_PER_SECOND = 2_000;

    private final ClusterMember member;
    private final byte[] value;

    private WaitDriverProcess(ClusterMember member, byte[] value) {
        this.member = member;
        this.value = value;
    }

    public static void main(String[] args) throws Exception {
        int entries = Integer.parseInt(args[1]);
        List<Integer> ports =
                Arrays.stream(args[3].split(",", -1)).map(Integer::valueOf).toList();
        ClusterMember member = CacheKind.valueOf(args[0]).member(ports.get(0), ports);
        Timing.await("all members have their shares", TIMEOUT, () -> member.isStable(ports.size()));
        WaitDriverProcess driver = new WaitDriverProcess(member, new byte[Integer.parseInt(args[2])]);
        Filling.fill(member, entries, driver.value);
        List<String> keys = oneKeyPerSlot(entries);
        System.out.println(OutputPrefix.READY);
        StandardInput.handleLines(line -> driver.probe(keys, Integer.parseInt(line)));
        Runtime.getRuntime().halt(0);
    }

    private static List<String> oneKeyPerSlot(int entries) {
        Tokens slots = Tokens.redis();
        Map<Integer, String> keys = new HashMap<>();
        for (int i = 0; i < entries; i++) {
            String key = BenchKeys.name(i);
            keys.putIfAbsent(slots.tokenOf(key), key);
        }
        List<String> shuffled = new ArrayList<>(keys.values());
        Collections.shuffle(shuffled, new Random(1));
        return shuffled;
    }

    private void probe(List<String> keys, int members) throws InterruptedException {
        Await.until("every entry has its copies", member::isProtected);
        KeyProbe probe = new KeyProbe(member, keys, value, REQUESTS_PER_SECOND);
        probe.start();
        Timing.sleepUntil(System.nanoTime() + LONGER_NANOS);
        System.out.println(OutputPrefix.READY);
        Timing.await(members + " members are stable", TIMEOUT, () -> member.isStable(members));
        System.out.println(OutputPrefix.SERVING);
        Timing.sleepUntil(System.nanoTime() + LONGER_NANOS);
        System.out.println(OutputPrefix.WAITS + probe.stop().line());
    }
}
