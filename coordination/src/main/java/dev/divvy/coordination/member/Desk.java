package dev.divvy.coordination.member;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Pieces;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.step.Event;
import dev.divvy.coordination.step.Parting;
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
final class Desk {

    private final Teller teller;
    private final LongConsumer letGo;
    private final NavigableMap<Long, List<Gate>> parting = new TreeMap<>();
    private final List<Runnable> tellings = new ArrayList<>();
    private Gates gates;

    /** @param letGo is told the number of a parting when all work on its pieces has ended, on any thread */
    Desk(Pieces pieces, Teller teller, LongConsumer letGo) {
        this.gates = Gates.none(pieces);
        this.teller = teller;
        this.letGo = letGo;
    }

    Gates gates() {
        return gates;
    }

    /** Tells what happened; called when the gates of this desk are for all to see, so that who is told of a piece can work on it. */
    void tell() {
        tellings.forEach(Runnable::run);
        tellings.clear();
    }

    void handle(Event event) {
        if (event instanceof Event.Gained gained) {
            open(gained);
        } else if (event instanceof Event.Lost lost) {
            close(lost.parting());
        } else if (event instanceof Event.Parted parted) {
            revoke(Objects.requireNonNullElse(parting.remove(parted.parting().number()), List.of()));
        } else if (event instanceof Event.Dropped dropped) {
            drop(dropped);
        } else if (event instanceof Event.Adopted adopted) {
            gates = gates.over(adopted.allocation().pieces());
        }
    }

    private void open(Event.Gained gained) {
        Allocation basis = gained.basis();
        List<Gate> opened = new ArrayList<>();
        gained.pieces()
                .forEach(piece -> opened.add(new Gate(
                        basis.pieces().name(piece),
                        new Fence(
                                basis.version().lineage(), basis.tenureOf(piece).since()))));
        gates = gates.over(basis.pieces()).with(opened);
        tellings.add(() -> teller.gained(basis.pieces(), opened));
    }

    private void close(Parting lost) {
        List<Gate> closing = gates.among(lost.lost());
        gates = gates.without(lost.lost());
        parting.put(lost.number(), closing);
        Farewell farewell = new Farewell(closing.size() + 1, () -> letGo.accept(lost.number()));
        closing.forEach(gate -> gate.close(farewell::one));
        tellings.add(() -> teller.lost(lost.basis().pieces(), closing, Loss.REVOKED, farewell::one));
    }

    private void drop(Event.Dropped dropped) {
        List<Gate> dropping = gates.among(dropped.pieces());
        gates = gates.without(dropped.pieces());
        parting.values().forEach(this::revoke);
        parting.clear();
        revoke(dropping);
        Pieces among = gates.pieces();
        tellings.add(() -> teller.lost(among, dropping, Loss.DROPPED, () -> {}));
    }

    private void revoke(List<Gate> those) {
        those.forEach(Gate::revoke);
    }

    /** The member is gone: whatever is left is void. */
    void end() {
        List<Gate> left = gates.all();
        gates = Gates.none(gates.pieces());
        parting.values().forEach(this::revoke);
        parting.clear();
        revoke(left);
        teller.lost(gates.pieces(), left, Loss.CLOSED, () -> {});
        teller.end();
    }
}
