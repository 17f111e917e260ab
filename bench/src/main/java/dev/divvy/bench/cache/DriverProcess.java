package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.Contestant;
import dev.divvy.bench.cache.contestant.Kind;
import dev.divvy.bench.cache.contestant.Member;
import dev.divvy.bench.cache.contestant.Said;
import dev.divvy.bench.live.Ends;
import dev.divvy.bench.live.Moments;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Whoever uses a contestant, in a JVM of its own. Arguments: the kind, the number of keys, the length of a measurement in milliseconds,
 * the ports. For every load that it is told it says the rate.
 */
final class DriverProcess {

    static final int MEMBERS = 3;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private DriverProcess() {}

    public static void main(String[] words) throws Exception {
        Kind kind = Kind.valueOf(words[0]);
        int millis = Integer.parseInt(words[2]);
        List<Integer> ports =
                Arrays.stream(words[3].split(",", -1)).map(Integer::valueOf).toList();
        Contestant contestant = kind.use(ports);
        if (contestant instanceof Member member) {
            Moments.await("all members have their shares", PATIENCE, () -> member.isStable(MEMBERS));
        }
        Keys keys = Keys.put(contestant, Integer.parseInt(words[1]));
        System.out.println(Said.READY);
        Ends.awaitEnd(line -> System.out.println(Said.RATE + Load.parse(line).rate(contestant, keys, millis)));
        Runtime.getRuntime().halt(0);
    }
}
