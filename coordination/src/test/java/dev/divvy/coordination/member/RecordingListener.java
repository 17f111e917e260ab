package dev.divvy.coordination.member;

import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A listener that records its calls, one line per piece, and may run an action before it returns. */
final class RecordingListener implements Listener {

    final List<String> lines = new CopyOnWriteArrayList<>();
    private final Consumer<String> action;

    RecordingListener() {
        this(line -> {});
    }

    RecordingListener(Consumer<String> action) {
        this.action = action;
    }

    @Override
    public void gained(HeldPieces portion) {
        portion.holdings().forEach(holding -> record("+" + holding.piece()));
    }

    @Override
    public void lost(HeldPieces portion, LossReason reason) {
        portion.holdings().forEach(holding -> record("-" + holding.piece() + " " + reason));
    }

    private void record(String line) {
        lines.add(line);
        action.accept(line);
    }

    void until(String line) {
        Soon.until("the listener recorded " + line + ", not only " + lines, () -> lines.contains(line));
    }
}
