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
 * Opens and closes gates as a member gains and loses pieces, and notifies the application. Used by the pulse thread only; the gates
 * themselves are thread-safe.
 */
public final class GateKeeper {

    /** Receives the gains and losses; see {@link ListenerDispatcher}. */
    public interface Observer {
        void gained(Pieces among, List<Gate> gates);

        /** Reports losses; {@code afterwards} must be run once, after the listeners were notified. */
        void lost(Pieces among, List<Gate> gates, LossReason reason, Runnable afterwards);
    }

    private final Observer observer;
    private final LongConsumer onReleased;
    private final NavigableMap<Long, List<Gate>> releasing = new TreeMap<>();
    private final List<Runnable> notifications = new ArrayList<>();
    private Gates gates;
    private LossReason dropReason = LossReason.DROPPED;

    /**
     * Creates a gate keeper without gates.
     *
     * @param onReleased receives the number of a release when all work on its pieces has ended, on any thread
     */
    public GateKeeper(Pieces pieces, Observer observer, LongConsumer onReleased) {
        this.gates = Gates.none(pieces);
        this.observer = observer;
        this.onReleased = onReleased;
    }

    public Gates gates() {
        return gates;
    }

    /**
     * Notifies the observer of gains and losses. Called after the new gates were published, so that a listener can work on a gained piece.
     */
    public void notifyObserver() {
        notifications.forEach(Runnable::run);
        notifications.clear();
    }

    public void handle(MemberEvent event) {
        if (event instanceof MemberEvent.Gained gained) {
            open(gained);
        } else if (event instanceof MemberEvent.Lost lost) {
            close(lost.release());
        } else if (event instanceof MemberEvent.Released released) {
            revoke(Objects.requireNonNullElse(
                    releasing.remove(released.release().number()), List.of()));
        } else if (event instanceof MemberEvent.Dropped dropped) {
            drop(dropped);
        } else if (event instanceof MemberEvent.Adopted adopted) {
            gates = gates.renumbered(adopted.allocation().pieces());
        }
    }

    private void open(MemberEvent.Gained gained) {
        Allocation basis = gained.basis();
        List<Gate> opened = new ArrayList<>();
        gained.pieces().forEach(piece -> opened.add(gate(basis, piece)));
        gates = gates.renumbered(basis.pieces()).with(opened);
        notifications.add(() -> observer.gained(basis.pieces(), opened));
    }

    private static Gate gate(Allocation basis, int piece) {
        return new Gate(
                basis.pieces().name(piece),
                basis.owner(piece).orElseThrow().incarnation(),
                new Fence(basis.version().lineage(), basis.tenureOf(piece).since()));
    }

    private void close(PendingRelease lost) {
        List<Gate> closing = gates.among(lost.lost());
        gates = gates.without(lost.lost());
        releasing.put(lost.number(), closing);
        ReleaseCountdown count = new ReleaseCountdown(closing.size() + 1, () -> onReleased.accept(lost.number()));
        closing.forEach(gate -> gate.close(count::released));
        notifications.add(() -> observer.lost(lost.basis().pieces(), closing, LossReason.REVOKED, count::released));
    }

    private void drop(MemberEvent.Dropped dropped) {
        List<Gate> dropping = gates.among(dropped.pieces());
        gates = gates.without(dropped.pieces());
        releasing.values().forEach(this::revoke);
        releasing.clear();
        revoke(dropping);
        Pieces among = gates.pieces();
        LossReason reason = dropReason;
        notifications.add(() -> observer.lost(among, dropping, reason, () -> {}));
    }

    private void revoke(List<Gate> revoked) {
        revoked.forEach(Gate::revoke);
    }

    /** The member is closing: pieces dropped from now on are reported with that reason. */
    public void closing() {
        dropReason = LossReason.CLOSED;
    }

    /** The member has left: revokes all gates. */
    public void end() {
        List<Gate> left = gates.all();
        gates = Gates.none(gates.pieces());
        releasing.values().forEach(this::revoke);
        releasing.clear();
        revoke(left);
    }
}
