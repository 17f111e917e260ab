package dev.divvy.distributor.store;

import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.support.ChangeListeners;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.DistributionChange;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A distribution in memory, for its writer and its readers. */
final class MemoryDistributionStore implements DistributionStore, AssignmentReader {

    /** Below every beat, so that {@link Board#remove} only tells whether a card is gone and removes none. */
    private static final long NO_BEAT = -1;

    private static final String CHANGES = "the table";

    private final Board board;
    private final ChangeListeners<String> listeners = new ChangeListeners<>();

    /** Guarded by this. */
    private Distribution distribution = Distribution.EMPTY;

    MemoryDistributionStore(Board board) {
        this.board = board;
    }

    @Override
    public synchronized Distribution read() {
        return distribution;
    }

    @Override
    public boolean replace(DistributionChange change, Hold writer) {
        synchronized (this) {
            // The next writer reads before it writes, and it reads after this lock is released.
            if (writer.released()
                    || board.remove(writer.incarnation(), NO_BEAT)
                    || !distribution.version().equals(change.basis())) {
                return false;
            }
            Map<String, String> fields = new TreeMap<>(distribution.table().fields());
            fields.keySet().removeAll(change.removed());
            fields.putAll(change.put());
            Map<String, Long> acknowledged = new HashMap<>(distribution.acknowledged());
            acknowledged.keySet().removeAll(change.forgotten());
            distribution = new Distribution(
                    Optional.of(change.next()), AssignmentTable.of(fields), change.handovers(), acknowledged);
        }
        listeners.changed(CHANGES);
        return true;
    }

    @Override
    public synchronized ServiceAssignment look(String service) {
        return ServiceAssignment.of(distribution, service);
    }

    @Override
    public synchronized void acknowledge(String service, long epoch) {
        Map<String, Long> acknowledged = new HashMap<>(distribution.acknowledged());
        acknowledged.merge(service, epoch, Math::max);
        distribution =
                new Distribution(distribution.version(), distribution.table(), distribution.handovers(), acknowledged);
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return listeners.add(CHANGES, changed);
    }
}
