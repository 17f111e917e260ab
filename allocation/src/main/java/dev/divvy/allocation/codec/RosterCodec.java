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
 * Encodes the roster: which of the incarnations are in it; the names of the zones; each member's zone, counted from 1, with 0 for none; and
 * its weight.
 */
final class RosterCodec {

    private RosterCodec() {}

    static void write(BinaryWriter out, Roster roster, IncarnationIndex incarnations) {
        int[] present = new int[incarnations.incarnations().size()];
        TreeSet<String> names = new TreeSet<>();
        for (Member member : roster.members()) {
            present[incarnations.indexOf(member.incarnation())] = 1;
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

    static Roster read(BinaryReader in, IndexedRows<Incarnation> incarnations) {
        int begin = in.offset();
        List<Incarnation> present = new ArrayList<>();
        int[] flags = ColumnCodec.read(in, incarnations.size(), 2, "the roster");
        for (int incarnation = 0; incarnation < flags.length; incarnation++) {
            if (flags[incarnation] == 1) {
                present.add(incarnations.use(incarnation));
            }
        }
        int start = in.offset();
        IndexedRows<String> zones =
                new IndexedRows<>("zone", start, SortedNames.read(in, present.size(), NameRules.LONGEST, "zones"));
        int[] zone = ColumnCodec.read(in, present.size(), zones.size() + 1, "the members' zones");
        int[] weight = ColumnCodec.read(in, present.size(), Member.HEAVIEST + 1, "the members' weights");
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < zone.length; i++) {
            Incarnation incarnation = present.get(i);
            Optional<String> zoneName = zone[i] == 0 ? Optional.empty() : Optional.of(zones.use(zone[i] - 1));
            int memberWeight = weight[i];
            members.add(in.build(
                    start, () -> new Member(incarnation.member(), incarnation.number(), zoneName, memberWeight)));
        }
        zones.requireAllUsed();
        return in.build(begin, () -> Roster.of(members));
    }
}
