package dev.divvy.allocation.codec;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.support.NameRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The roster: which of the lives are in it; the names of the zones; each member's zone, counted from 1, with 0 for none; and its
 * weight.
 */
final class RosterCodec {

    private RosterCodec() {}

    static void write(BinaryWriter out, Roster roster, IncarnationIndex lives) {
        int[] present = new int[lives.lives().size()];
        TreeSet<String> names = new TreeSet<>();
        for (Member member : roster.members()) {
            present[lives.indexOf(member.life())] = 1;
            member.zone().ifPresent(names::add);
        }
        ColumnCodec.write(out, present);
        SortedNames.write(out, names);
        List<String> zones = List.copyOf(names);
        ColumnCodec.write(
                out,
                roster.members().stream()
                        .mapToInt(member -> member.zone()
                                .map(zone -> 1 + Collections.binarySearch(zones, zone))
                                .orElse(0))
                        .toArray());
        ColumnCodec.write(
                out, roster.members().stream().mapToInt(Member::weight).toArray());
    }

    static Roster read(BinaryReader in, IndexedRows<Incarnation> lives) {
        int begin = in.offset();
        List<Incarnation> present = new ArrayList<>();
        int[] flags = ColumnCodec.read(in, lives.size(), 2, "the roster");
        for (int life = 0; life < flags.length; life++) {
            if (flags[life] == 1) {
                present.add(lives.use(life));
            }
        }
        int start = in.offset();
        IndexedRows<String> zones =
                new IndexedRows<>("zone", start, SortedNames.read(in, present.size(), NameRules.LONGEST, "zones"));
        int[] zone = ColumnCodec.read(in, present.size(), zones.size() + 1, "the members' zones");
        int[] weight = ColumnCodec.read(in, present.size(), Member.HEAVIEST + 1, "the members' weights");
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < zone.length; i++) {
            Incarnation life = present.get(i);
            Optional<String> where = zone[i] == 0 ? Optional.empty() : Optional.of(zones.use(zone[i] - 1));
            int heavy = weight[i];
            members.add(in.build(start, () -> new Member(life.member(), life.number(), where, heavy)));
        }
        zones.requireAllUsed();
        return in.build(begin, () -> Roster.of(members));
    }
}
