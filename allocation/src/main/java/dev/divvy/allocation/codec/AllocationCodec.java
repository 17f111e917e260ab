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
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.Version;
import java.util.List;

/**
 * An allocation as bytes. Laws, in ranked order:
 *
 * <ol>
 *   <li>What was written reads back equal.
 *   <li>Bytes that were not written by {@link #write} are refused with a {@link CorruptAllocationException}; nothing else is ever thrown,
 *       and nothing is allocated for a count that the bytes that follow cannot hold.
 *   <li>Equal allocations have equal bytes, in every process; so two forms can be compared without reading them.
 * </ol>
 *
 * A form is small where an allocation is regular: it grows with the members, the names and the runs, not with the tokens.
 */
public final class AllocationCodec {

    private AllocationCodec() {}

    /**
     * The form of an allocation.
     *
     * @throws IllegalArgumentException when its names are longer than an array can be (2 GiB)
     */
    public static byte[] write(Allocation allocation) {
        BinaryWriter out = Envelope.begin();
        TenureTable tenures = TenureTable.of(allocation.holders().tenures());
        IncarnationIndex lives = IncarnationIndex.of(allocation, tenures.rows());
        out.text(allocation.version().lineage());
        out.number(allocation.version().epoch());
        PiecesCodec.write(out, allocation.pieces());
        lives.write(out);
        RosterCodec.write(out, allocation.roster(), lives);
        DirectivesCodec.write(out, allocation.directives(), lives);
        OwnersCodec.write(out, allocation.division());
        TenuresCodec.write(out, tenures, lives);
        CopiesCodec.write(
                out, allocation.holders().copies(), allocation.pieces().count());
        HistoryCodec.write(out, allocation.history());
        return Envelope.seal(out);
    }

    /**
     * The allocation that has this form.
     *
     * @throws CorruptFormException when these bytes are no form, or one of a newer version
     */
    public static Allocation read(byte[] form) {
        BinaryReader in = Envelope.open(form);
        Version version = version(in);
        Pieces pieces = PiecesCodec.read(in);
        IndexedRows<String> ids = IncarnationIndex.readIds(in);
        IndexedRows<Incarnation> lives = IncarnationIndex.read(in, ids);
        Roster roster = RosterCodec.read(in, lives);
        Directives directives = DirectivesCodec.read(in, ids, lives);
        Division division = OwnersCodec.read(in, pieces.count(), roster.size());
        Tenures tenures = TenuresCodec.read(in, pieces.count(), lives);
        ids.requireAllUsed();
        lives.requireAllUsed();
        Copies copies = CopiesCodec.read(in, pieces.count(), roster.size());
        List<EpochSummary> history = HistoryCodec.read(in);
        in.requireEnd();
        return in.build(
                in.offset(),
                () -> new Allocation(
                        version, pieces, roster, directives, new Holders(division, tenures, copies), history));
    }

    private static Version version(BinaryReader in) {
        int start = in.offset();
        String lineage = in.text("the lineage");
        long epoch = in.number("the epoch");
        return in.build(start, () -> new Version(lineage, epoch));
    }
}
