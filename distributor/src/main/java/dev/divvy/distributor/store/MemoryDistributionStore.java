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

/** A sheet in this process, for its writer and its readers. */
final class MemoryDistributionStore implements DistributionStore, AssignmentReader {

    /** Below every beat: asks whether a card is off, and takes none off. */
    private static final long NO_BEAT = -1;

    private static final String CHANGES = "the table";

    private final Board board;
    private final ChangeListeners<String> listeners = new ChangeListeners<>();

    /** Guarded by this. */
    private Distribution sheet = Distribution.BLANK;

    MemoryDistributionStore(Board board) {
        this.board = board;
    }

    @Override
    public synchronized Distribution read() {
        return sheet;
    }

    @Override
    public boolean replace(DistributionChange change, Hold writer) {
        synchronized (this) {
            // Whoever writes next reads first, and does so after this.
            if (writer.released()
                    || board.remove(writer.life(), NO_BEAT)
                    || !sheet.version().equals(change.basis())) {
                return false;
            }
            Map<String, String> fields = new TreeMap<>(sheet.table().fields());
            fields.keySet().removeAll(change.removed());
            fields.putAll(change.put());
            Map<String, Long> acknowledged = new HashMap<>(sheet.acknowledged());
            acknowledged.keySet().removeAll(change.silent());
            sheet = new Distribution(
                    Optional.of(change.next()), AssignmentTable.of(fields), change.motions(), acknowledged);
        }
        listeners.changed(CHANGES);
        return true;
    }

    @Override
    public synchronized ServiceAssignment look(String service) {
        return ServiceAssignment.of(sheet, service);
    }

    @Override
    public synchronized void acknowledge(String service, long epoch) {
        Map<String, Long> acknowledged = new HashMap<>(sheet.acknowledged());
        acknowledged.merge(service, epoch, Math::max);
        sheet = new Distribution(sheet.version(), sheet.table(), sheet.motions(), acknowledged);
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return listeners.add(CHANGES, changed);
    }
}
