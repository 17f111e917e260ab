package dev.divvy.allocation.codec;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.replication.Heirs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Encodes the heirs: whether they are kept; then the number of different lists, which is 0 if no piece has heirs; for these their lengths
 * and the incarnations of all; then for each piece the row of its list.
 */
final class HeirsCodec {

    private HeirsCodec() {}

    static void write(BinaryWriter out, Heirs heirs, IncarnationIndex incarnations) {
        out.number(heirs.kept() ? 1 : 0);
        if (!heirs.kept()) {
            return;
        }
        List<List<Incarnation>> lists = heirs.lists();
        out.number(lists.size());
        ColumnCodec.write(out, lists.stream().mapToInt(List::size).toArray());
        ColumnCodec.write(
                out,
                lists.stream()
                        .flatMap(List::stream)
                        .mapToInt(incarnations::indexOf)
                        .toArray());
        ColumnCodec.write(out, heirs.rows());
    }

    static Heirs read(BinaryReader in, int pieces, IndexedRows<Incarnation> incarnations) {
        int begin = in.offset();
        if (in.numberUpTo(1, "the mark of heirs") == 0) {
            return Heirs.NOT_KEPT;
        }
        int count = in.count(pieces, 1, "the number of lists of heirs");
        if (count == 0) {
            return Heirs.NONE;
        }
        List<List<Incarnation>> rows = lists(in, count, incarnations);
        if (count == 1 && rows.get(0).isEmpty()) {
            throw new CorruptAllocationException("heirs are listed, but no piece has any", begin);
        }
        IndexedRows<List<Incarnation>> table = new IndexedRows<>("list of heirs", begin, rows);
        int[] column = ColumnCodec.read(in, pieces, count, "the heirs of the pieces");
        List<List<Incarnation>> byPiece = new ArrayList<>(Collections.nCopies(pieces, List.of()));
        for (int piece = 0; piece < pieces; piece++) {
            byPiece.set(piece, table.use(column[piece]));
        }
        table.requireAllUsed();
        return in.build(begin, () -> Heirs.of(byPiece));
    }

    private static List<List<Incarnation>> lists(BinaryReader in, int count, IndexedRows<Incarnation> incarnations) {
        int begin = in.offset();
        int[] sizes = ColumnCodec.read(in, count, Integer.MAX_VALUE, "the numbers of heirs");
        long total = 0;
        for (int size : sizes) {
            total += size;
        }
        // At least a bit each, as no list names an incarnation twice.
        in.requireBytes((total + 7) / 8, begin, "the number of heirs is " + total);
        int[] indexes = ColumnCodec.read(in, Math.toIntExact(total), incarnations.size(), "the heirs");
        List<List<Incarnation>> lists = new ArrayList<>(count);
        int next = 0;
        for (int row = 0; row < count; row++) {
            List<Incarnation> heirs = new ArrayList<>(sizes[row]);
            for (int i = 0; i < sizes[row]; i++) {
                heirs.add(incarnations.use(indexes[next++]));
            }
            if (row > 0 && Heirs.compare(lists.get(row - 1), heirs) >= 0) {
                throw new CorruptAllocationException("list " + row + " of heirs is not after the one before", begin);
            }
            lists.add(heirs);
        }
        return lists;
    }
}
