package dev.divvy.cache.heal;

import dev.divvy.allocation.Incarnation;
import dev.divvy.boardpeers.Heal;
import dev.divvy.cache.replication.DepartureListener;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.traffic.NodeRequests;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The changes that a node may have to report after a split, and the reports that it receives. */
public final class HealReports implements NodeRequests {

    /** The times-to-live for which a report counts for tokens that this node takes over. */
    private static final int RETENTION_TIMES = 5;

    private final boolean active;
    private final EntryStore entryStore;
    private final ChangeRecord record;
    private final EntryForgetter forgetter;
    private final ReportLedger ledger = new ReportLedger();
    private final DepartureLog departures;
    private final ReportReceiver receiver;

    /** Observes the stores from now on, unless there are no splits to care for. */
    public HealReports(HealGate gate, EntryStore entryStore, Duration timeToLive) {
        this.active = gate.splits() != SplitSource.NONE;
        this.entryStore = entryStore;
        this.departures = new DepartureLog(gate, System::nanoTime);
        this.record = new ChangeRecord(entryStore.tokens(), System.nanoTime());
        this.forgetter = new EntryForgetter(entryStore, record, RETENTION_TIMES * timeToLive.toNanos());
        this.receiver = new ReportReceiver(entryStore.tokens(), forgetter, ledger);
        if (active) {
            entryStore.observe(forgetter);
        }
    }

    /** Handles a report of another node. */
    @Override
    public boolean receive(Incarnation from, RespRequest request, ByteBuf out) {
        return active && receiver.receive(request, out);
    }

    /** Returns the listener that must know which nodes leave the board of this one. */
    public DepartureListener departureListener() {
        return departures;
    }

    /**
     * Returns the keys that this node may have changed without the knowledge of the other side of a split.
     *
     * @param from the time since which its changes count, if it lost others from its board
     */
    ChangedKeys changedApart(Heal heal, OptionalLong from) {
        return departures.contains(heal.since(), heal) ? record.since(from) : new ChangedKeys(new TreeMap<>());
    }

    boolean isActive() {
        return active;
    }

    ChangeRecord record() {
        return record;
    }

    EntryForgetter forgetter() {
        return forgetter;
    }

    ReportLedger ledger() {
        return ledger;
    }

    /** Waits for the commands that run now: with a closed gate none runs afterwards. */
    void awaitRunningCommands() {
        entryStore.forEach((store, token) -> {
            synchronized (store) {
                store.cancelLeases();
            }
        });
    }
}
