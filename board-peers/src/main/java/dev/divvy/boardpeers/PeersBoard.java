package dev.divvy.boardpeers;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.PushingBoard;
import java.util.Optional;

/** The board of one group among the nodes of a mesh. Created by {@link Mesh#of}. */
public final class PeersBoard implements PushingBoard {

    private final String group;
    private final MeshLoop loop;
    private final ChangeNotifier notifier;

    PeersBoard(String group, MeshLoop loop, ChangeNotifier notifier) {
        this.group = group;
        this.loop = loop;
        this.notifier = notifier;
    }

    public String group() {
        return group;
    }

    @Override
    public Admission join(Card card) {
        String what = "join " + card.incarnation() + " to " + group;
        MeshReply reply = send(what, new MeshRequest.Join(group, card));
        if (reply instanceof MeshReply.Admitted admitted) {
            return admitted.admission();
        }
        throw unexpected(what, reply);
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        String what = "pulse " + card.incarnation() + " in " + group;
        MeshReply reply = send(what, new MeshRequest.Pulse(group, card, known));
        if (reply instanceof MeshReply.Seen seen) {
            return Optional.of(seen.snapshot());
        }
        if (reply instanceof MeshReply.Ejected) {
            return Optional.empty();
        }
        throw unexpected(what, reply);
    }

    @Override
    public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        return isDone(
                "publish " + next.version() + " in " + group, new MeshRequest.Publish(group, publisher, basis, next));
    }

    @Override
    public boolean remove(Incarnation incarnation, long beat) {
        return isDone("remove " + incarnation + " from " + group, new MeshRequest.Remove(group, incarnation, beat));
    }

    /** Asks the primary, as a pulse does: a copy may be behind. */
    @Override
    public BoardSnapshot look() {
        String what = "look at " + group;
        MeshReply reply = send(what, new MeshRequest.Look(group));
        if (reply instanceof MeshReply.Seen seen) {
            return seen.snapshot();
        }
        throw unexpected(what, reply);
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return notifier.add(group, changed);
    }

    private boolean isDone(String what, MeshRequest request) {
        MeshReply reply = send(what, request);
        if (reply instanceof MeshReply.Done done) {
            return done.success();
        }
        throw unexpected(what, reply);
    }

    private MeshReply send(String what, MeshRequest request) {
        MeshReply reply = loop.call(what, request);
        if (reply instanceof MeshReply.Failed failed) {
            throw new BoardUnavailableException("could not " + what + ": " + failed.reason());
        }
        return reply;
    }

    private static BoardUnavailableException unexpected(String what, MeshReply reply) {
        return new BoardUnavailableException("could not " + what + ": unexpected reply " + reply);
    }
}
