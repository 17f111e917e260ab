package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.Kind;
import dev.divvy.bench.cache.contestant.Member;
import dev.divvy.bench.cache.contestant.Said;
import dev.divvy.bench.live.Ends;
import java.util.Arrays;

/**
 * A member that nobody uses but the others. Arguments: the kind, its port, the ports of all. It leaves in order when it is told so by a
 * signal.
 */
final class MemberProcess {

    private MemberProcess() {}

    public static void main(String[] words) throws Exception {
        Member member = Kind.valueOf(words[0])
                .member(
                        Integer.parseInt(words[1]),
                        Arrays.stream(words[2].split(",", -1))
                                .map(Integer::valueOf)
                                .toList());
        Runtime.getRuntime().addShutdownHook(new Thread(member::close));
        System.out.println(Said.SERVING);
        Ends.awaitEnd();
        Runtime.getRuntime().halt(0);
    }
}
