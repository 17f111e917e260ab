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
 * Everybody whom an allocation names, so that its other parts can name them by number: the ids of members, and their lives, each once
 * and in ascending order. A life is written as the step to its id from that of the life before, and its incarnation: as it is, or
 * for one more life of the same id less the incarnation before and 1.
 */
record IncarnationIndex(List<String> ids, List<Incarnation> lives) {

    private static final int LEAST_BYTES = 2;

    static IncarnationIndex of(Allocation allocation, List<Tenure> tenures) {
        TreeSet<Incarnation> lives = new TreeSet<>();
        for (Member member : allocation.roster().members()) {
            lives.add(member.life());
        }
        for (Tenure tenure : tenures) {
            tenure.from().ifPresent(lives::add);
            for (Releaser releaser : tenure.releasers()) {
                lives.add(releaser.life());
            }
        }
        allocation.directives().exclusive().ifPresent(lives::add);
        TreeSet<String> ids = new TreeSet<>(allocation.directives().pins().values());
        ids.addAll(allocation.directives().weights().keySet());
        for (Incarnation life : lives) {
            ids.add(life.member());
        }
        return new IncarnationIndex(List.copyOf(ids), List.copyOf(lives));
    }

    int indexOf(Incarnation life) {
        return Collections.binarySearch(lives, life);
    }

    int indexOf(String id) {
        return Collections.binarySearch(ids, id);
    }

    void write(BinaryWriter out) {
        SortedNames.write(out, ids);
        out.number(lives.size());
        int idBefore = 0;
        long next = 0;
        for (Incarnation life : lives) {
            int id = indexOf(life.member());
            out.number(id - idBefore);
            out.number(id == idBefore ? life.number() - next : life.number());
            idBefore = id;
            next = life.number() + 1;
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
        List<Incarnation> lives = new ArrayList<>(count);
        int id = 0;
        long next = 0;
        for (int i = 0; i < count; i++) {
            int start = in.offset();
            int step = in.upTo(ids.size() - 1 - id, "the step to the next member id");
            id += step;
            long number = in.after(step == 0 ? next : 0, "an incarnation");
            String member = ids.use(id);
            lives.add(in.build(start, () -> new Incarnation(member, number)));
            next = number + 1;
        }
        return new IndexedRows<>("incarnation", begin, lives);
    }
}
