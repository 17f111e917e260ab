package dev.divvy.cache.replication.protocol;

import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyPart;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The steps of a search that an owner takes: it sends copies, runs commands, and releases the token. */
final class OwnerSteps {

    private final SearchedWorld world;

    OwnerSteps(SearchedWorld world) {
        this.world = world;
    }

    boolean beginCopy(int life, int other) {
        SearchedNode node = world.change(life);
        node.owner().copying.begin(Lives.at(other));
        sendPart(node, other, Log.firstHalf(node.log()));
        return true;
    }

    private void sendPart(SearchedNode node, int to, long log) {
        TokenOwner<Long> owner = node.owner();
        long conversation = Objects.requireNonNull(owner.others.get(Lives.at(to))).conversation;
        world.send(
                node.life,
                to,
                new Envelope<>(
                        owner.tenure,
                        node.replica.view.epoch(),
                        conversation,
                        new CopyPart<>(List.of(LogContents.entry(log)))));
    }

    boolean endCopy(int life, int other) {
        SearchedNode node = world.change(life);
        sendPart(node, other, node.log());
        node.owner().copying.end(Lives.at(other));
        return true;
    }

    /** Whether the end of a copy was sent; only a mistake can ask for it twice. */
    boolean isEndSent(int life, int other) {
        return world.is(Mistake.REQUIRED_AFTER_MADE)
                && (world.nodes[other].replica.state == DataState.COMPLETE
                        || world.links[life][other].messages().stream()
                                .anyMatch(envelope -> envelope.message() instanceof ReplicaMessage.CopyEnd<Long>));
    }

    boolean close(int life) {
        if (world.is(Mistake.RELEASED_BEFORE_CLOSED)) {
            world.change(life).owner().releasing.tellNextOwner();
            return true;
        }
        world.change(life).owner().releasing.close();
        return true;
    }

    boolean release(int life) {
        world.change(life).owner().releasing.release();
        return true;
    }

    boolean trim(int life) {
        world.change(life).owner().copying.trim();
        return true;
    }

    boolean command(int life, boolean read) {
        SearchedNode node = world.change(life);
        if (read) {
            world.reads--;
        } else {
            world.writes--;
            world.lastWrite++;
            node.replica.contents.apply(world.lastWrite);
            node.owner().changed(world.lastWrite);
        }
        boolean leased = node.leased || (read && world.is(Mistake.NO_LEASE_FOR_READS));
        long floor = leased ? world.answered : node.answeredAtEjection;
        if (new PossibleSteps(world).mayReply(node, read)) {
            List<SearchedNode.Reply> replies = new ArrayList<>(node.replies);
            replies.add(new SearchedNode.Reply(
                    node.replica.position.sequence(), node.log(), Log.isPrefix(floor, node.log()), read));
            node.replies = replies;
        }
        return true;
    }

    boolean answerAnyway(int life) {
        answer(world.change(life), 0);
        return true;
    }

    void answer(SearchedNode node, int index) {
        SearchedNode.Reply reply = node.replies.get(index);
        if (!reply.showsAnswered()) {
            world.fail("NOT_LINEARIZABLE: a reply shows less than was answered before it was asked for");
        }
        if (!Log.isPrefix(reply.log(), world.answered) && !Log.isPrefix(world.answered, reply.log())) {
            world.fail("NOT_LINEARIZABLE: no order explains two replies");
        }
        if (Log.length(reply.log()) > Log.length(world.answered)) {
            world.answered = reply.log();
        }
        List<SearchedNode.Reply> rest = new ArrayList<>(node.replies);
        rest.remove(index);
        node.replies = rest;
    }
}
