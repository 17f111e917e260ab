package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.BenchKeys;
import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.cache.contestant.ClusterMember;
import dev.divvy.bench.cache.contestant.Contestant;
import dev.divvy.bench.cache.contestant.ContestantProcesses;
import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.bench.live.StandardInput;
import dev.divvy.bench.live.Timing;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Sends requests to a contestant, from a separate JVM. Arguments: the kind, the number of keys, the length of a measurement in
 * milliseconds, the ports. Reads one load per line and prints the rate of each.
 */
final class LoadDriverProcess {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private LoadDriverProcess() {}

    public static void main(String[] args) throws Exception {
        CacheKind kind = CacheKind.valueOf(args[0]);
        int millis = Integer.parseInt(args[2]);
        List<Integer> ports =
                Arrays.stream(args[3].split(",", -1)).map(Integer::valueOf).toList();
        Contestant contestant = kind.connect(ports);
        if (contestant instanceof ClusterMember member) {
            Timing.await("all members have their shares", TIMEOUT, () -> member.isStable(ContestantProcesses.MEMBERS));
        }
        BenchKeys keys = BenchKeys.put(contestant, Integer.parseInt(args[1]));
        System.out.println(OutputPrefix.READY);
        StandardInput.handleLines(line ->
                System.out.println(OutputPrefix.RATE + CacheLoad.parse(line).rate(contestant, keys, millis)));
        Runtime.getRuntime().halt(0);
    }
}
