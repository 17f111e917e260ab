package dev.divvy.allocation.codec;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
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

    /** Writes the restrictions of members: their different texts, and each member's, counted from 1, with 0 for none. */
    static void writeRestrictions(BinaryWriter out, Roster roster) {
        TreeSet<String> texts = new TreeSet<>();
        roster.members().forEach(member -> member.restriction().ifPresent(only -> texts.add(only.toString())));
        SortedNames.write(out, texts);
        List<String> sorted = List.copyOf(texts);
        ColumnCodec.write(
                out,
                roster.members().stream()
                        .mapToInt(member -> member.restriction()
                                .map(only -> 1 + Collections.binarySearch(sorted, only.toString()))
                                .orElse(0))
                        .toArray());
    }

    static Roster readRestrictions(BinaryReader in, Roster plain) {
        int start = in.offset();
        List<String> texts = SortedNames.read(in, plain.size(), Member.LONGEST_RESTRICTION, "restrictions");
        IndexedRows<Runs> restrictions = new IndexedRows<>(
                "restriction",
                start,
                texts.stream().map(text -> restriction(in, start, text)).toList());
        int[] rows = ColumnCodec.read(in, plain.size(), restrictions.size() + 1, "the members' restrictions");
        Roster roster = in.build(
                start,
                () -> plain.map(member -> {
                    int row = rows[plain.indexOf(member.id())];
                    return row == 0 ? member : member.restrictedTo(restrictions.use(row - 1));
                }));
        restrictions.requireAllUsed();
        return roster;
    }

    private static Runs restriction(BinaryReader in, int start, String text) {
        Runs runs = in.build(start, () -> Runs.parse(text));
        if (!runs.toString().equals(text)) {
            throw new CorruptAllocationException("\"" + text + "\" is not the shortest text of its pieces", start);
        }
        return runs;
    }
}
