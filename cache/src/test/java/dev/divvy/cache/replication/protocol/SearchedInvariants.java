package dev.divvy.cache.replication.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Forget;
import java.util.Optional;

/** The invariants, under the names of the design, checked after every step of a search. */
final class SearchedInvariants {

    private final SearchedWorld world;

    SearchedInvariants(SearchedWorld world) {
        this.world = world;
    }

    /** Sends the replies that may be sent, and checks everything. */
    void check(SearchedWorld before) {
        sendReplies();
        if (Log.length(world.answered) == 0 && !isAnsweredAnywhere()) {
            world.forgetReplies();
        }
        if (Log.length(world.answered) > 0 && !isAnsweredAnywhere()) {
            world.fail("LOST_BY_ITSELF");
        }
        for (int life = 0; life < world.nodes.length; life++) {
            SearchedNode node = world.nodes[life];
            if (node.alive && world.isPresent(life) && node.replica.state == DataState.COMPLETE) {
                if (!Log.isPrefix(world.answered, node.log())) {
                    world.fail("COMPLETE_LACKS_ANSWERED");
                }
                if (!Lives.has(world.record().listed(), life)) {
                    world.fail("UNLISTED_COMPLETE");
                }
                checkMemory(node);
            }
        }
        checkForgets(before);
        if (isProtected()) {
            world.hits = 0;
        }
        normalize();
    }

    private void sendReplies() {
        for (int life = 0; life < world.nodes.length; life++) {
            for (int i = 0; i < world.nodes[life].replies.size(); ) {
                SearchedNode.Reply reply = world.nodes[life].replies.get(i);
                if (reply.sequence() <= world.nodes[life].owner().confirmedChanges()
                        || (world.is(Mistake.READ_SHOWS_UNKEPT) && reply.read())) {
                    new OwnerSteps(world).answer(world.change(life), i);
                    i = 0;
                } else {
                    i++;
                }
            }
        }
    }

    /** REMEMBERED_WRONGLY: after a loss, nothing of the lost log may come back except all of it. */
    private void checkMemory(SearchedNode node) {
        long log = node.log();
        for (int i = 0; world.answeredBeforeLoss != 0 && i < Log.length(log); i++) {
            if (Log.at(log, i) <= world.lastWriteBeforeLoss
                    && !Log.isPrefix(world.answeredBeforeLoss, log)
                    && node.owner().phase == OwnerPhase.SERVING) {
                world.fail("REMEMBERED_WRONGLY");
            }
        }
    }

    private void checkForgets(SearchedWorld before) {
        for (SearchedNode node : world.nodes) {
            if (node.owner().phase != OwnerPhase.SERVING || node == before.nodes[node.life]) {
                continue;
            }
            node.owner().others.byIncarnation.forEach((incarnation, remote) -> {
                RemoteReplica old = before.nodes[node.life].owner().others.get(incarnation);
                if (remote.state == RemoteState.FORGETTING && old != null && old.state != RemoteState.FORGETTING) {
                    checkForget(node, incarnation);
                }
            });
        }
    }

    /** FORGET_OF_COMPLETE: only heirs forget, not replicas that could be adopted. FORGOT_TOO_EARLY: the copies must be complete first. */
    private void checkForget(SearchedNode owner, Incarnation told) {
        TokenReplica<Long> replica = owner.replica;
        if (replica.view.heirs().contains(told)
                && replica.rules.mayForgetHeirs(replica.view, replica.owner.others.byIncarnation)) {
            checkCopies(owner, replica.view);
        } else if (world.isPresent(Lives.number(told)) && world.isPresent(owner.life)) {
            world.fail("FORGET_OF_COMPLETE");
        }
    }

    private void checkCopies(SearchedNode owner, TokenView view) {
        for (int copy = 0; copy < world.nodes.length; copy++) {
            if (view.copies().contains(Lives.at(copy))
                    && world.nodes[copy].alive
                    && world.isPresent(copy)
                    && world.nodes[copy].replica.state != DataState.COMPLETE
                    && world.nodes[copy].replica.promised <= owner.owner().tenure) {
                world.fail("FORGOT_TOO_EARLY");
            }
        }
    }

    private boolean isToldToForget(int life) {
        for (int from = 0; from < world.nodes.length; from++) {
            for (Envelope<Long> envelope : world.links[from][life].messages()) {
                if (envelope.message() instanceof Forget<Long>
                        && envelope.tenure() >= world.nodes[life].replica.promised) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean hasAnswered(int life) {
        SearchedNode node = world.nodes[life];
        return node.alive
                && world.isPresent(life)
                && node.replica.state == DataState.COMPLETE
                && Log.isPrefix(world.answered, node.log())
                && !isToldToForget(life);
    }

    boolean isAnsweredAnywhere() {
        for (int life = 0; life < world.nodes.length; life++) {
            if (hasAnswered(life)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the token is settled with all of its copies, in truth and not only as its owner believes. */
    private boolean isProtected() {
        BoardRecordModel now = world.record();
        if (now.owner() == BoardRecordModel.NOBODY) {
            return false;
        }
        SearchedNode owner = world.nodes[now.owner()];
        if (!world.isPresent(owner.life)
                || !owner.alive
                || owner.replica.view.epoch() != world.epoch
                || !owner.owner().isSettled()
                || Integer.bitCount(now.copies() & world.present) < world.scope.backups()) {
            return false;
        }
        for (int copy = 0; copy < world.nodes.length; copy++) {
            if (Lives.has(now.copies(), copy) && !hasAnswered(copy)) {
                return false;
            }
        }
        return hasAnswered(owner.life);
    }

    /** Makes states equal that differ only in what no step will look at. */
    private void normalize() {
        for (int life = 0; life < world.nodes.length; life++) {
            if (!world.isPresent(life)) {
                world.acknowledged[life] = 0;
            }
            if (!world.isPresent(life) || world.settled[life] != world.epoch) {
                world.settled[life] = 0;
            }
            if (world.nodes[life].alive
                    && world.nodes[life].settledReady != world.epoch
                    && world.nodes[life].settledReady != 0) {
                world.change(life).settledReady = 0;
            }
            if (!world.nodes[life].alive) {
                for (int from = 0; from < world.nodes.length; from++) {
                    world.links[from][life] = Link.EMPTY;
                }
            }
        }
    }

    /** Returns what is wrong with a state in which nothing moves by itself any more. */
    Optional<String> restlessness() {
        BoardRecordModel now = world.record();
        if (now.owner() == BoardRecordModel.NOBODY
                || !world.isPresent(now.owner())
                || (now.copies() & ~world.present) != 0) {
            return Optional.empty(); // the next record must follow
        }
        SearchedNode owner = world.nodes[now.owner()];
        if (!owner.alive || owner.owner().phase != OwnerPhase.SERVING) {
            return Optional.of("NOT_AT_REST: not served");
        }
        for (SearchedNode node : world.nodes) {
            if (!node.replies.isEmpty()) {
                return Optional.of("WAITING_TOO_LONG: a reply waits");
            }
        }
        boolean enough =
                Integer.bitCount(now.copies()) >= Math.min(world.scope.backups(), Integer.bitCount(world.present) - 1);
        return enough && !owner.owner().isSettled() ? Optional.of("HEIRS_REMAIN") : Optional.empty();
    }
}
