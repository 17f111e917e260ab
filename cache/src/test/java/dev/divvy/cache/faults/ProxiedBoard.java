package dev.divvy.cache.faults;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.PushingBoard;
import dev.divvy.testservers.net.FaultyProxy;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A board as one node sees it. The node announces a proxy instead of itself, so that the connections to it can be cut or paused, and the
 * board can be out of its reach.
 */
final class ProxiedBoard implements PushingBoard, AutoCloseable {

    private final PushingBoard board;

    /** Opened when the node joins, since only then its port is known. */
    private volatile @Nullable FaultyProxy proxy;

    /** Written by the test. */
    private volatile boolean reachable = true;

    ProxiedBoard(PushingBoard board) {
        this.board = board;
    }

    /** Returns the proxy of a node that has joined. */
    FaultyProxy proxy() {
        return Objects.requireNonNull(proxy, "the node has not joined yet");
    }

    void setReachable(boolean next) {
        reachable = next;
    }

    private void checkReachable() {
        if (!reachable) {
            throw new BoardUnavailableException("the test keeps this node from its board");
        }
    }

    private Card proxied(Card card) {
        Peer node = Peer.of(card.incarnation(), card.address());
        synchronized (this) {
            if (proxy == null) {
                proxy = FaultyProxy.to(node.host(), node.port());
            }
        }
        return new Card(
                card.member(),
                card.beat(),
                card.acknowledged(),
                card.settled(),
                card.state(),
                proxy().address() + "/" + node.pid(),
                card.timeToLive(),
                card.abilities());
    }

    @Override
    public Admission join(Card card) {
        checkReachable();
        return board.join(proxied(card));
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        checkReachable();
        return board.pulse(proxied(card), known);
    }

    @Override
    public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        checkReachable();
        return board.publish(publisher, basis, next);
    }

    @Override
    public boolean remove(Incarnation incarnation, long beat) {
        checkReachable();
        return board.remove(incarnation, beat);
    }

    @Override
    public BoardSnapshot look() {
        checkReachable();
        return board.look();
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return board.onChange(changed);
    }

    @Override
    public void close() {
        FaultyProxy open = proxy;
        if (open != null) {
            open.close();
        }
    }
}
