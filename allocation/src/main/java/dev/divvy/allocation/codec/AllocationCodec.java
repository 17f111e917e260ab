package dev.divvy.allocation.codec;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.replication.Heirs;
import java.util.List;

/**
 * Encodes an allocation as bytes and decodes it. Laws, in ranked order:
 *
 * <ol>
 *   <li>A decoded allocation equals the one that was encoded.
 *   <li>Bytes that {@link #write} did not produce are rejected with a {@link CorruptAllocationException}; nothing else is ever thrown, and
 *       no memory is allocated for a count that the following bytes cannot hold.
 *   <li>Equal allocations have equal bytes, in every process, so encoded allocations can be compared without decoding them.
 * </ol>
 *
 * The encoding is small where an allocation is regular: its size grows with the members, the names and the runs, not with the tokens.
 */
public final class AllocationCodec {

    private AllocationCodec() {}

    /**
     * Encodes an allocation.
     *
     * @throws IllegalArgumentException when the encoding would exceed the size of an array (2 GiB)
     */
    public static byte[] write(Allocation allocation) {
        TenureTable tenures = TenureTable.of(allocation.holders().tenures());
        int format = formatOf(
                allocation.roster(),
                allocation.holders().heirs(),
                allocation.holders().tenures());
        BinaryWriter out = Envelope.begin(format);
        IncarnationIndex incarnations = IncarnationIndex.of(allocation, tenures.rows());
        out.text(allocation.version().lineage());
        out.number(allocation.version().epoch());
        PiecesCodec.write(out, allocation.pieces());
        incarnations.write(out);
        RosterCodec.write(out, allocation.roster(), incarnations);
        if (format > Envelope.WITHOUT_RESTRICTIONS) {
            RosterCodec.writeRestrictions(out, allocation.roster());
        }
        DirectivesCodec.write(out, allocation.directives(), incarnations);
        OwnersCodec.write(out, allocation.division());
        TenuresCodec.write(out, tenures, incarnations);
        CopiesCodec.write(
                out, allocation.holders().copies(), allocation.pieces().count());
        if (format > Envelope.WITHOUT_HEIRS) {
            HeirsCodec.write(out, allocation.holders().heirs(), incarnations);
        }
        HistoryCodec.write(out, allocation.history());
        return Envelope.seal(out);
    }

    /**
     * Decodes an allocation.
     *
     * @throws CorruptAllocationException when these bytes are not an encoded allocation, or one of a newer format version
     */
    public static Allocation read(byte[] bytes) {
        BinaryReader in = Envelope.open(bytes);
        Version version = version(in);
        Pieces pieces = PiecesCodec.read(in);
        IndexedRows<String> ids = IncarnationIndex.readIds(in);
        IndexedRows<Incarnation> incarnations = IncarnationIndex.read(in, ids);
        int format = Envelope.version(bytes);
        Roster plain = RosterCodec.read(in, incarnations);
        Roster roster = format > Envelope.WITHOUT_RESTRICTIONS ? RosterCodec.readRestrictions(in, plain) : plain;
        Directives directives = DirectivesCodec.read(in, ids, incarnations);
        Division division = OwnersCodec.read(in, pieces.count(), roster.size());
        Tenures tenures = TenuresCodec.read(in, pieces.count(), incarnations);
        Copies copies = CopiesCodec.read(in, pieces.count(), roster.size());
        Heirs heirs =
                format > Envelope.WITHOUT_HEIRS ? HeirsCodec.read(in, pieces.count(), incarnations) : Heirs.NOT_KEPT;
        if (format != formatOf(roster, heirs, tenures)) {
            throw new CorruptAllocationException("format version " + format + " is not needed", in.offset());
        }
        ids.requireAllUsed();
        incarnations.requireAllUsed();
        List<EpochSummary> history = HistoryCodec.read(in);
        in.requireEnd();
        return in.build(
                in.offset(),
                () -> new Allocation(
                        version, pieces, roster, directives, new Holders(division, tenures, copies, heirs), history));
    }

    /** Returns the oldest format that can hold an allocation, so that older readers understand it where they can. */
    private static int formatOf(Roster roster, Heirs heirs, Tenures tenures) {
        boolean restricted = roster.members().stream()
                .anyMatch(member -> member.restriction().isPresent());
        if (restricted || hasRule(tenures, Rule.RESTRICTED)) {
            return Envelope.NEWEST;
        }
        return heirs.kept() || hasRule(tenures, Rule.PROMOTED) ? Envelope.WITHOUT_RESTRICTIONS : Envelope.WITHOUT_HEIRS;
    }

    private static boolean hasRule(Tenures tenures, Rule rule) {
        for (int piece = 0; piece < tenures.count(); piece = tenures.sharedUntil(piece, tenures.count()) + 1) {
            if (tenures.of(piece).rule() == rule) {
                return true;
            }
        }
        return false;
    }

    private static Version version(BinaryReader in) {
        int start = in.offset();
        String lineage = in.text("the lineage");
        long epoch = in.number("the epoch");
        return in.build(start, () -> new Version(lineage, epoch));
    }
}
