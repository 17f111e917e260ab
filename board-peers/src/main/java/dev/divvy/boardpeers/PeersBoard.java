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

/** The board of one group among the nodes of a mesh. Made by {@link Mesh}. */
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
        String what = "join " + card.life() + " to " + group;
        MeshReply reply = ask(what, new MeshRequest.Join(group, card));
        if (reply instanceof MeshReply.Admitted admitted) {
            return admitted.admission();
        }
        throw strange(what, reply);
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        String what = "pulse " + card.life() + " in " + group;
        MeshReply reply = ask(what, new MeshRequest.Pulse(group, card, known));
        if (reply instanceof MeshReply.Seen seen) {
            return Optional.of(seen.sighting());
        }
        if (reply instanceof MeshReply.Ejected) {
            return Optional.empty();
        }
        throw strange(what, reply);
    }

    @Override
    public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        return yes(
                "publish " + next.version() + " in " + group, new MeshRequest.Publish(group, publisher, basis, next));
    }

    @Override
    public boolean remove(Incarnation life, long beat) {
        return yes("remove " + life + " from " + group, new MeshRequest.Remove(group, life, beat));
    }

    /** The keeper is asked, as for a pulse: a copy may be behind. */
    @Override
    public BoardSnapshot look() {
        String what = "look at " + group;
        MeshReply reply = ask(what, new MeshRequest.Look(group));
        if (reply instanceof MeshReply.Seen seen) {
            return seen.sighting();
        }
        throw strange(what, reply);
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return notifier.add(group, changed);
    }

    private boolean yes(String what, MeshRequest question) {
        MeshReply reply = ask(what, question);
        if (reply instanceof MeshReply.Done done) {
            return done.yes();
        }
        throw strange(what, reply);
    }

    private MeshReply ask(String what, MeshRequest question) {
        MeshReply reply = loop.ask(what, question);
        if (reply instanceof MeshReply.Trouble trouble) {
            throw new BoardUnavailableException("could not " + what + ": " + trouble.why());
        }
        return reply;
    }

    private static BoardUnavailableException strange(String what, MeshReply reply) {
        return new BoardUnavailableException("could not " + what + ": the answer was " + reply);
    }
}
