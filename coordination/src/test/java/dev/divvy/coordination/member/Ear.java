package dev.divvy.coordination.member;

import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import dev.divvy.coordination.Portion;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A listener that remembers what it was told, a line for each piece, and may do something before it returns. */
final class Ear implements Listener {

    final List<String> heard = new CopyOnWriteArrayList<>();
    private final Consumer<String> then;

    Ear() {
        this(line -> {});
    }

    Ear(Consumer<String> then) {
        this.then = then;
    }

    @Override
    public void gained(Portion portion) {
        portion.holdings().forEach(holding -> hear("+" + holding.piece()));
    }

    @Override
    public void lost(Portion portion, LossReason why) {
        portion.holdings().forEach(holding -> hear("-" + holding.piece() + " " + why));
    }

    private void hear(String line) {
        heard.add(line);
        then.accept(line);
    }

    void until(String line) {
        Soon.until("it was told " + line + ", not only " + heard, () -> heard.contains(line));
    }
}
