package dev.divvy.allocation.codec;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Tenure;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes the releasers of tenures: their number per tenure, then the incarnations of all, then for each the number of epochs between its
 * loss of the piece and the tenure.
 */
final class ReleasersCodec {

    private ReleasersCodec() {}

    static void write(BinaryWriter out, List<Tenure> tenures, IncarnationIndex incarnations) {
        ColumnCodec.write(
                out,
                tenures.stream().mapToInt(tenure -> tenure.releasers().size()).toArray());
        ColumnCodec.write(
                out,
                tenures.stream()
                        .flatMap(tenure -> tenure.releasers().stream())
                        .mapToInt(releaser -> incarnations.indexOf(releaser.incarnation()))
                        .toArray());
        for (Tenure tenure : tenures) {
            for (Releaser releaser : tenure.releasers()) {
                out.number(tenure.since() - releaser.lostAt());
            }
        }
    }

    /** Reads the releasers of the tenures that began at these epochs. */
    static List<List<Releaser>> read(BinaryReader in, long[] since, IndexedRows<Incarnation> incarnations) {
        int begin = in.offset();
        int[] counts = ColumnCodec.read(in, since.length, Integer.MAX_VALUE, "the numbers of releasers");
        long total = 0;
        for (int count : counts) {
            total += count;
        }
        in.requireBytes(total, begin, "the number of releasers is " + total);
        int[] indexes = ColumnCodec.read(in, (int) total, incarnations.size(), "the releasers");
        List<List<Releaser>> releasers = new ArrayList<>(counts.length);
        int next = 0;
        for (int tenure = 0; tenure < counts.length; tenure++) {
            // Most tenures have no releasers: they need no list of their own.
            List<Releaser> list = counts[tenure] == 0 ? List.of() : new ArrayList<>(counts[tenure]);
            for (int i = 0; i < counts[tenure]; i++) {
                int start = in.offset();
                long lostAt = since[tenure] - in.number("the epoch at which a releaser lost its piece");
                Incarnation incarnation = incarnations.use(indexes[next++]);
                list.add(in.build(start, () -> new Releaser(incarnation, lostAt)));
            }
            releasers.add(list);
        }
        return releasers;
    }
}
