package dev.divvy.allocation.codec;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Tenure;
import java.util.ArrayList;
import java.util.List;

/** The releasers of tenures: how many each has, then the lives of all, then how many epochs before its tenure each lost the piece. */
final class ReleasersCodec {

    private ReleasersCodec() {}

    static void write(BinaryWriter out, List<Tenure> tenures, IncarnationIndex lives) {
        ColumnCodec.write(
                out,
                tenures.stream().mapToInt(tenure -> tenure.releasers().size()).toArray());
        ColumnCodec.write(
                out,
                tenures.stream()
                        .flatMap(tenure -> tenure.releasers().stream())
                        .mapToInt(releaser -> lives.indexOf(releaser.life()))
                        .toArray());
        for (Tenure tenure : tenures) {
            for (Releaser releaser : tenure.releasers()) {
                out.number(tenure.since() - releaser.lostAt());
            }
        }
    }

    /** The releasers of the tenures that began at these epochs. */
    static List<List<Releaser>> read(BinaryReader in, long[] since, IndexedRows<Incarnation> lives) {
        int begin = in.offset();
        int[] counts = ColumnCodec.read(in, since.length, Integer.MAX_VALUE, "the numbers of releasers");
        long all = 0;
        for (int count : counts) {
            all += count;
        }
        in.requireRoom(all, begin, "the number of releasers is " + all);
        int[] released = ColumnCodec.read(in, (int) all, lives.size(), "the releasers");
        List<List<Releaser>> releasers = new ArrayList<>(counts.length);
        int next = 0;
        for (int tenure = 0; tenure < counts.length; tenure++) {
            // Most tenures have none: they need no list of their own.
            List<Releaser> some = counts[tenure] == 0 ? List.of() : new ArrayList<>(counts[tenure]);
            for (int i = 0; i < counts[tenure]; i++) {
                int start = in.offset();
                long lostAt = since[tenure] - in.number("when a releaser lost its piece");
                Incarnation life = lives.use(released[next++]);
                some.add(in.build(start, () -> new Releaser(life, lostAt)));
            }
            releasers.add(some);
        }
        return releasers;
    }
}
