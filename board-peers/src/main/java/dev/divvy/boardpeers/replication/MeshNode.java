package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What one node of a mesh does. Which role it has follows from its company: it follows the keeper, is about to keep the boards, or keeps
 * them; its own questions and what others say go to the role. It has no thread, no clock and no network: a loop runs it, and is its one
 * writer.
 */
public final class MeshNode {

    private final MeshContext around;
    private final PendingRequests errands;

    /** Who said farewell: their ports are closed, but their processes may live on. */
    private final Set<String> departed = new HashSet<>();

    /** Who said something as a keeper that this node did not take for one. */
    private final Set<String> missed = new HashSet<>();

    /** The number of the newest company that this node was told of. */
    private long newest = -1;

    private NodeRole role;

    public MeshNode(String me, MeshLimits limits, MeshOutput outlet) {
        this.around = new MeshContext(me, limits, outlet);
        this.errands = new PendingRequests(outlet);
        this.role = new ReplicaRole(around, "", ReplicatedBoards.NONE);
    }

    public boolean isKeeping() {
        return role instanceof PrimaryRole;
    }

    public ReplicatedBoards book() {
        return role.book();
    }

    /** Whether something is to be done soon even if nothing happens. */
    public boolean isBusy() {
        return role.isBusy() || errands.anyUnsent();
    }

    // --- which role ---

    public void viewed(MeshView next, long now) {
        around.at(now);
        around.become(next);
        String keeper = role.keeper();
        if (next.number() >= newest) {
            newest = next.number();
            keeper = next.keeper();
        }
        if (!keeper.equals(around.me())) {
            ReplicaRole following = follow(keeper);
            if (following.lacks() || missed.contains(keeper)) {
                following.askForAll();
            }
            missed.clear();
        } else if (role instanceof PrimaryRole keeping && !next.merged()) {
            keeping.companyChanged();
            lookAfter();
        } else {
            errands.keeperWent("");
            boolean merged = next.merged() || (role instanceof RecoveringRole before && before.isMerged());
            RecoveringRole collecting = new RecoveringRole(around, book(), merged);
            role = collecting;
            collecting.choice().ifPresent(base -> keep(collecting, base));
        }
    }

    private ReplicaRole follow(String keeper) {
        ReplicaRole following = new ReplicaRole(around, keeper, book());
        role = following;
        errands.keeperWent(keeper);
        sendErrands();
        return following;
    }

    private void keep(RecoveringRole before, ReplicatedBoards base) {
        PrimaryRole keeping = new PrimaryRole(around, before, base, this::answer);
        role = keeping;
        keeping.begin();
        lookAfter();
        book().pages().keySet().forEach(around.outlet()::changed);
        sendErrands();
    }

    /** The keeper looks after those who went without a word and have cards on its boards. */
    private void lookAfter() {
        Set<String> homes = book().homes();
        MeshView company = around.company();
        departed.removeIf(node -> !homes.contains(node) && !company.has(node));
        homes.stream()
                .filter(home -> !company.has(home) && !departed.contains(home))
                .forEach(around.outlet()::probe);
    }

    /** The process of this node has ended. */
    public void ended(String node) {
        if (role instanceof PrimaryRole keeping && !around.company().has(node) && !departed.contains(node)) {
            keeping.takeOff(node);
        }
    }

    // --- what others say ---

    public void told(String from, MeshMessage note, long now) {
        around.at(now);
        if (note instanceof MeshMessage.Ask ask) {
            if (role instanceof PrimaryRole keeping && keeping.hears(from, ask.line())) {
                keeping.rule(from, ask.number(), ask.question());
            } else {
                around.send(from, new MeshMessage.Answer(ask.number(), new MeshReply.NotNow()));
            }
        } else if (note instanceof MeshMessage.Answer answer) {
            errands.answered(from, answer.number(), answer.reply());
        } else if (note instanceof MeshMessage.Farewell) {
            departed.add(from);
        } else if (note instanceof MeshMessage.Collect collect) {
            collect(from, collect);
        } else if (note instanceof MeshMessage.Fetch fetch) {
            around.send(from, new MeshMessage.Given(fetch.company(), book()));
        } else if (note instanceof MeshMessage.Collected || note instanceof MeshMessage.Given) {
            if (role instanceof RecoveringRole collecting) {
                collected(collecting, from, note).ifPresent(base -> keep(collecting, base));
            }
        } else if (role instanceof PrimaryRole keeping) {
            keeping.told(from, note);
        } else if (role instanceof ReplicaRole following && from.equals(following.keeper())) {
            following.told(note);
            sendErrands();
        } else {
            missed.add(from);
        }
    }

    /** One who collects for a newer company is obeyed before that company is seen. */
    private void collect(String from, MeshMessage.Collect collect) {
        if (collect.company() > newest && !from.equals(around.me())) {
            newest = collect.company();
            follow(from);
        }
        if (role instanceof ReplicaRole following && from.equals(following.keeper())) {
            following.show(collect);
        }
    }

    private static Optional<ReplicatedBoards> collected(RecoveringRole collecting, String from, MeshMessage note) {
        if (note instanceof MeshMessage.Given given) {
            return collecting.given(from, given);
        }
        collecting.heard(from, (MeshMessage.Collected) note);
        return collecting.choice();
    }

    // --- what this node asks ---

    public void asked(long number, MeshRequest question, long now) {
        around.at(now);
        errands.add(number, question);
        sendErrands();
    }

    /** Nobody waits for the answer any more. */
    public void dropped(long number) {
        errands.drop(number);
    }

    private void sendErrands() {
        if (role instanceof PrimaryRole keeping) {
            errands.send(around.me(), (number, question) -> keeping.rule(around.me(), number, question));
        } else if (role instanceof ReplicaRole following && following.mayAsk()) {
            errands.send(following.keeper(), following::ask);
        }
    }

    private void answer(PendingReplies.Answer answer) {
        if (answer.to().equals(around.me())) {
            errands.answered(answer.to(), answer.number(), answer.reply());
        } else {
            around.send(answer.to(), new MeshMessage.Answer(answer.number(), answer.reply()));
        }
    }

    /** Time passed. */
    public void passed(long now) {
        around.at(now);
        if (role instanceof RecoveringRole collecting) {
            collecting.choice().ifPresent(base -> keep(collecting, base));
        } else if (role instanceof ReplicaRole following) {
            following.passed();
        }
        sendErrands();
    }

    /** Before this node leaves in good order. */
    public void leave() {
        around.toAll(new MeshMessage.Farewell());
    }
}
