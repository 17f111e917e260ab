package dev.divvy.coordination.member.gate;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Pieces;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.LossReason;
import dev.divvy.coordination.protocol.MemberEvent;
import dev.divvy.coordination.protocol.PendingRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Turns what happened to a member into gates that open and close, and into what its application is told. Used by the pulse thread only;
 * the gates it makes are for all.
 */
public final class GateKeeper {

    /** Who is told; see {@link ListenerDispatcher}. */
    public interface Audience {
        void gained(Pieces among, List<Gate> gates);

        /** These are lost; {@code afterwards} is to be called once, when that was told. */
        void lost(Pieces among, List<Gate> gates, LossReason why, Runnable afterwards);
    }

    private final Audience audience;
    private final LongConsumer letGo;
    private final NavigableMap<Long, List<Gate>> parting = new TreeMap<>();
    private final List<Runnable> tellings = new ArrayList<>();
    private Gates gates;
    private LossReason whyDropped = LossReason.DROPPED;

    /**
     * Makes a keeper without gates.
     *
     * @param letGo is told the number of a parting when all work on its pieces has ended, on any thread
     */
    public GateKeeper(Pieces pieces, Audience audience, LongConsumer letGo) {
        this.gates = Gates.none(pieces);
        this.audience = audience;
        this.letGo = letGo;
    }

    public Gates gates() {
        return gates;
    }

    /** Tells what happened; called when the gates of this desk are for all to see, so that who is told of a piece can work on it. */
    public void tell() {
        tellings.forEach(Runnable::run);
        tellings.clear();
    }

    public void handle(MemberEvent event) {
        if (event instanceof MemberEvent.Gained gained) {
            open(gained);
        } else if (event instanceof MemberEvent.Lost lost) {
            close(lost.parting());
        } else if (event instanceof MemberEvent.Parted parted) {
            revoke(Objects.requireNonNullElse(parting.remove(parted.parting().number()), List.of()));
        } else if (event instanceof MemberEvent.Dropped dropped) {
            drop(dropped);
        } else if (event instanceof MemberEvent.Adopted adopted) {
            gates = gates.over(adopted.allocation().pieces());
        }
    }

    private void open(MemberEvent.Gained gained) {
        Allocation basis = gained.basis();
        List<Gate> opened = new ArrayList<>();
        gained.pieces().forEach(piece -> opened.add(gate(basis, piece, false)));
        gates = gates.over(basis.pieces()).with(opened);
        tellings.add(() -> audience.gained(basis.pieces(), opened));
    }

    private static Gate gate(Allocation basis, int piece, boolean awaited) {
        return new Gate(
                basis.pieces().name(piece),
                basis.owner(piece).orElseThrow().life(),
                new Fence(basis.version().lineage(), basis.tenureOf(piece).since()),
                awaited);
    }

    /** What was never gained has no gate; one that nobody can have entered tells of it. */
    private void close(PendingRelease lost) {
        List<Gate> closing = new ArrayList<>();
        lost.lost().forEach(piece -> {
            Gate open = gates.of(piece);
            closing.add(open == null ? gate(lost.basis(), piece, true) : open);
        });
        gates = gates.without(lost.lost());
        parting.put(lost.number(), closing);
        ReleaseCount farewell = new ReleaseCount(closing.size() + 1, () -> letGo.accept(lost.number()));
        closing.forEach(gate -> gate.close(farewell::one));
        tellings.add(() -> audience.lost(lost.basis().pieces(), closing, LossReason.REVOKED, farewell::one));
    }

    private void drop(MemberEvent.Dropped dropped) {
        List<Gate> dropping = gates.among(dropped.pieces());
        gates = gates.without(dropped.pieces());
        parting.values().forEach(this::revoke);
        parting.clear();
        revoke(dropping);
        Pieces among = gates.pieces();
        LossReason why = whyDropped;
        tellings.add(() -> audience.lost(among, dropping, why, () -> {}));
    }

    private void revoke(List<Gate> those) {
        those.forEach(Gate::revoke);
    }

    /** The member goes without a word: what is dropped from now on is dropped because of that. */
    public void goes() {
        whyDropped = LossReason.CLOSED;
    }

    /** The member is gone: whatever is left is void. */
    public void end() {
        List<Gate> left = gates.all();
        gates = Gates.none(gates.pieces());
        parting.values().forEach(this::revoke);
        parting.clear();
        revoke(left);
    }
}
