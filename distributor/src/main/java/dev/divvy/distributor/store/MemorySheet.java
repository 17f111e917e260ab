package dev.divvy.distributor.store;

import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.support.ChangeListeners;
import dev.divvy.distributor.table.Change;
import dev.divvy.distributor.table.Sheet;
import dev.divvy.distributor.table.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A sheet in this process, for its writer and its readers. */
final class MemorySheet implements DistributionStore, AssignmentReader {

    /** Below every beat: asks whether a card is off, and takes none off. */
    private static final long NO_BEAT = -1;

    private static final String CHANGES = "the table";

    private final Board board;
    private final ChangeListeners<String> listeners = new ChangeListeners<>();

    /** Guarded by this. */
    private Sheet sheet = Sheet.BLANK;

    MemorySheet(Board board) {
        this.board = board;
    }

    @Override
    public synchronized Sheet read() {
        return sheet;
    }

    @Override
    public boolean replace(Change change, Hold writer) {
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
            sheet = new Sheet(Optional.of(change.next()), Table.of(fields), change.motions(), acknowledged);
        }
        listeners.changed(CHANGES);
        return true;
    }

    @Override
    public synchronized Posting look(String service) {
        return Posting.of(sheet, service);
    }

    @Override
    public synchronized void acknowledge(String service, long epoch) {
        Map<String, Long> acknowledged = new HashMap<>(sheet.acknowledged());
        acknowledged.merge(service, epoch, Math::max);
        sheet = new Sheet(sheet.version(), sheet.table(), sheet.motions(), acknowledged);
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return listeners.add(CHANGES, changed);
    }
}
