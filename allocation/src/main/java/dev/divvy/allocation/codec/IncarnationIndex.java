package dev.divvy.allocation.codec;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.support.NameRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/**
 * The ids and incarnations that an allocation refers to, each once and in ascending order, so that the other parts can refer to them by
 * index. An incarnation is encoded as the distance of its id's index from that of the incarnation before, and its number: as it is, or,
 * when the id is the same, minus the number before and 1.
 */
record IncarnationIndex(List<String> ids, List<Incarnation> incarnations) {

    private static final int LEAST_BYTES = 2;

    static IncarnationIndex of(Allocation allocation, List<Tenure> tenures) {
        TreeSet<Incarnation> incarnations = new TreeSet<>();
        for (Member member : allocation.roster().members()) {
            incarnations.add(member.incarnation());
        }
        for (Tenure tenure : tenures) {
            tenure.from().ifPresent(incarnations::add);
            for (Releaser releaser : tenure.releasers()) {
                incarnations.add(releaser.incarnation());
            }
        }
        allocation.holders().heirs().lists().forEach(incarnations::addAll);
        allocation.directives().exclusive().ifPresent(incarnations::add);
        TreeSet<String> ids = new TreeSet<>(allocation.directives().pins().values());
        ids.addAll(allocation.directives().weights().keySet());
        for (Incarnation incarnation : incarnations) {
            ids.add(incarnation.member());
        }
        return new IncarnationIndex(List.copyOf(ids), List.copyOf(incarnations));
    }

    int indexOf(Incarnation incarnation) {
        return Collections.binarySearch(incarnations, incarnation);
    }

    int indexOf(String id) {
        return Collections.binarySearch(ids, id);
    }

    void write(BinaryWriter out) {
        SortedNames.write(out, ids);
        out.number(incarnations.size());
        int idBefore = 0;
        long next = 0;
        for (Incarnation incarnation : incarnations) {
            int id = indexOf(incarnation.member());
            out.number(id - idBefore);
            out.number(id == idBefore ? incarnation.number() - next : incarnation.number());
            idBefore = id;
            next = incarnation.number() + 1;
        }
    }

    static IndexedRows<String> readIds(BinaryReader in) {
        int start = in.offset();
        return new IndexedRows<>(
                "member id", start, SortedNames.read(in, Integer.MAX_VALUE, NameRules.LONGEST, "members"));
    }

    static IndexedRows<Incarnation> read(BinaryReader in, IndexedRows<String> ids) {
        int begin = in.offset();
        int count = in.count(Integer.MAX_VALUE, LEAST_BYTES, "the number of incarnations");
        List<Incarnation> incarnations = new ArrayList<>(count);
        int id = 0;
        long next = 0;
        for (int i = 0; i < count; i++) {
            int start = in.offset();
            int step = in.numberUpTo(ids.size() - 1 - id, "the step to the next member id");
            id += step;
            long number = in.numberAfter(step == 0 ? next : 0, "an incarnation");
            String member = ids.use(id);
            incarnations.add(in.build(start, () -> new Incarnation(member, number)));
            next = number + 1;
        }
        return new IndexedRows<>("incarnation", begin, incarnations);
    }
}
