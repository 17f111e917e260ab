package dev.divvy.coordination.member;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Runs;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.ProtocolState;
import dev.divvy.coordination.protocol.knowledge.BoardView;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes on what the member sees of the board. Only the pulse thread calls it, except for {@link #remove}. */
public final class SightingNotifier {

    private static final Logger log = LoggerFactory.getLogger(SightingNotifier.class);

    private final String name;
    private final List<Consumer<Sighting>> watchers = new CopyOnWriteArrayList<>();
    private BoardView lastView = BoardView.NONE;
    private Optional<Sighting> last = Optional.empty();

    public SightingNotifier(String name) {
        this.name = name;
    }

    /** Adds a watcher, which gets the last sighting first. */
    public void add(Consumer<Sighting> watcher) {
        watchers.add(watcher);
        last.ifPresent(sighting -> notify(watcher, sighting));
    }

    public void remove(Consumer<Sighting> watcher) {
        watchers.remove(watcher);
    }

    /** Reports the board if the member read it since the last call, and the end of its incarnation. */
    @SuppressWarnings("ReferenceEquality") // every reading of the board is an object of its own
    public void turned(ProtocolState state, boolean leased) {
        Optional<Incarnation> self = state.incarnation();
        if (self.isEmpty()) {
            ended();
        } else if (state.view() != lastView && state.view().shows(self.get())) {
            lastView = state.view();
            TreeMap<Incarnation, Card> cards = new TreeMap<>();
            lastView.cards().forEach(card -> cards.put(card.incarnation(), card));
            report(new Sighting(
                    self, lastView.allocation(), cards, state.holdings().held(), leased));
        }
    }

    /** Reports that this member is no longer on the board, unless that was done or it never was. */
    public void ended() {
        last.filter(sighting -> sighting.self().isPresent())
                .ifPresent(sighting -> report(
                        new Sighting(Optional.empty(), sighting.allocation(), sighting.cards(), Runs.NONE, false)));
    }

    private void report(Sighting sighting) {
        last = Optional.of(sighting);
        watchers.forEach(watcher -> notify(watcher, sighting));
    }

    @SuppressWarnings("CatchingUnchecked") // whatever a watcher throws, the pulse goes on
    private void notify(Consumer<Sighting> watcher, Sighting sighting) {
        try {
            watcher.accept(sighting);
        } catch (Throwable e) {
            log.error("{}: a watcher failed at {}", name, sighting.allocation().map(a -> a.version()), e);
        }
    }
}
