package dev.divvy.cache.replication.protocol;

import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.Scope.Freedom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One token, a few incarnations of nodes with the real replicas of it, a board and the messages in flight: one state of a search. A step
 * makes the next state; parts that it does not touch are shared. After each step the invariants are checked.
 *
 * <p>Replies are sent as soon as they may be, which is the strictest case for every invariant. An ejected incarnation may still run a command
 * for which it had looked at its lease before. The end of a lease and the ejection are one step.
 */
final class SearchedWorld {

    /** The messages that may be in flight on one link. */
    private static final int LINK_LIMIT = 6;

    final Scope scope;
    final Mistake mistake;

    SearchedNode[] nodes = {};
    BoardRecordModel[] records = {};
    int epoch;
    int present;
    long[] acknowledged = {};
    long[] settled = {};
    int born;

    /** The longest log that a reply has shown. */
    long answered;

    long lastWrite;
    long answeredBeforeLoss;
    long lastWriteBeforeLoss;
    int losses;

    /** The faults since the token was last settled. */
    int hits;

    int writes;
    int reads;
    int crashes;
    int ejections;
    int breaks;
    Link[][] links = {};

    /** The messages of connections that broke. */
    Link[][] lateLinks = {};

    /** The invariant that the last step violated; empty when it violated none. */
    Optional<String> violation = Optional.empty();

    private boolean blocked;
    private long fingerprint;
    private boolean fingerprinted;

    SearchedWorld(Scope scope, Mistake mistake) {
        this.scope = scope;
        this.mistake = mistake;
    }

    private SearchedWorld(SearchedWorld other) {
        this(other.scope, other.mistake);
        nodes = other.nodes.clone();
        records = other.records.clone();
        epoch = other.epoch;
        present = other.present;
        acknowledged = other.acknowledged.clone();
        settled = other.settled.clone();
        born = other.born;
        answered = other.answered;
        lastWrite = other.lastWrite;
        answeredBeforeLoss = other.answeredBeforeLoss;
        lastWriteBeforeLoss = other.lastWriteBeforeLoss;
        losses = other.losses;
        hits = other.hits;
        writes = other.writes;
        reads = other.reads;
        crashes = other.crashes;
        ejections = other.ejections;
        breaks = other.breaks;
        links = copyOf(other.links);
        lateLinks = copyOf(other.lateLinks);
    }

    private static Link[][] copyOf(Link[][] links) {
        Link[][] copy = new Link[links.length][];
        for (int from = 0; from < links.length; from++) {
            copy[from] = links[from].clone();
        }
        return copy;
    }

    boolean is(Mistake other) {
        return mistake == other;
    }

    boolean isPresent(int life) {
        return Lives.has(present, life);
    }

    BoardRecordModel record() {
        return records[epoch];
    }

    /** Returns a node that this step may change. */
    SearchedNode change(int life) {
        nodes[life] = nodes[life].copyFor(this);
        return nodes[life];
    }

    void fail(String name) {
        if (violation.isEmpty()) {
            violation = Optional.of(name);
        }
    }

    void send(int from, int to, Envelope<Long> envelope) {
        if (!nodes[to].alive) {
            return;
        }
        if (links[from][to].messages().size() >= LINK_LIMIT) {
            blocked = true;
            return;
        }
        links[from][to] = links[from][to].plus(envelope);
    }

    // --- steps ---

    /** Returns the state after a step; nothing when it is not possible here. */
    Optional<SearchedWorld> after(Step step) {
        SearchedWorld next = new SearchedWorld(this);
        if (!next.take(step) || next.blocked) {
            return Optional.empty();
        }
        new SearchedInvariants(next).check(this);
        return Optional.of(next);
    }

    private boolean take(Step step) {
        int life = step.life();
        BoardSteps board = new BoardSteps(this);
        OwnerSteps owner = new OwnerSteps(this);
        return switch (step.kind()) {
            case SEE -> board.fetchSighting(life) && board.applySighting(life);
            case FETCH_SIGHTING -> board.fetchSighting(life);
            case APPLY_SIGHTING -> board.applySighting(life);
            case LEARN_EJECTION -> board.learnEjection(life);
            case REMOVE_DEAD -> board.removeDead(life);
            case PUBLISH -> board.publish(life, step.other());
            case JOIN -> board.join(life);
            case RECEIVE -> receive(step.other(), life, step.number(), false);
            case RECEIVE_LATE -> receive(step.other(), life, 0, true);
            case BREAK_LINK -> breakLink(life, step.other());
            case BEGIN_COPY -> owner.beginCopy(life, step.other());
            case END_COPY -> owner.endCopy(life, step.other());
            case CLOSE -> owner.close(life);
            case TRIM -> owner.trim(life);
            case RELEASE -> owner.release(life);
            case READ -> owner.command(life, true);
            case WRITE -> owner.command(life, false);
            case ANSWER_ANYWAY -> owner.answerAnyway(life);
            case CRASH -> crash(life);
            case EJECT -> eject(life);
        };
    }

    /** Returns the steps that may be possible, in a fixed order. */
    List<Step> steps() {
        return new PossibleSteps(this).all();
    }

    /** Returns what is wrong with a state in which nothing moves by itself any more. */
    Optional<String> restlessness() {
        return new SearchedInvariants(this).restlessness();
    }

    // --- messages ---

    private boolean receive(int from, int to, int index, boolean late) {
        Link[][] all = late ? lateLinks : links;
        Envelope<Long> envelope = all[from][to].messages().get(index);
        all[from][to] = all[from][to].without(index);
        SearchedNode node = change(to);
        boolean isOwner = node.owner().phase != OwnerPhase.NOT_OWNER;
        if (is(Mistake.NONE)
                && isOwner
                && envelope.message() instanceof ReplicaMessage.FromOwner<Long>
                && envelope.tenure() > node.owner().tenure) {
            fail("MESSAGE_TO_AN_OWNER");
        }
        long promised = node.replica.promised;
        long log = node.log();
        node.replica.receive(Lives.at(from), envelope, node.leased);
        if (is(Mistake.KEPT_BEFORE_APPLIED) && envelope.message() instanceof ReplicaMessage.Change<Long>) {
            node.replica.contents = new LogContents(log);
        }
        if (node.replica.promised < promised) {
            fail("PROMISE_WENT_BACK");
        }
        new BoardSteps(this).gainIfReleased(node);
        return true;
    }

    private boolean breakLink(int first, int second) {
        if (!nodes[first].alive || !nodes[second].alive || !isInUse(first, second)) {
            return false;
        }
        breaks--;
        if (scope.has(Freedom.LATE_MESSAGES)) {
            lateLinks[first][second] = lateLinks[first][second].plus(links[first][second]);
            lateLinks[second][first] = lateLinks[second][first].plus(links[second][first]);
        }
        boolean oldRepliesArrive = is(Mistake.ANSWERS_OF_AN_OLD_CONNECTION);
        if (!oldRepliesArrive || nodes[second].owner().phase == OwnerPhase.NOT_OWNER) {
            links[first][second] = Link.EMPTY;
        }
        if (!oldRepliesArrive || nodes[first].owner().phase == OwnerPhase.NOT_OWNER) {
            links[second][first] = Link.EMPTY;
        }
        disconnect(first, second);
        disconnect(second, first);
        return true;
    }

    private boolean isInUse(int first, int second) {
        return !links[first][second].messages().isEmpty()
                || !links[second][first].messages().isEmpty()
                || nodes[first].owner().others.byIncarnation.containsKey(Lives.at(second))
                || nodes[second].owner().others.byIncarnation.containsKey(Lives.at(first));
    }

    private void disconnect(int life, int other) {
        SearchedNode node = change(life);
        node.owner().disconnected(Lives.at(other));
        if (node.owner().phase != OwnerPhase.NOT_OWNER) {
            node.owner().askUnknown();
        }
    }

    // --- faults ---

    boolean hasOthers(int life) {
        for (int other = 0; other < nodes.length; other++) {
            if (other != life && nodes[other].alive && isPresent(other)) {
                return true;
            }
        }
        return false;
    }

    private boolean crash(int life) {
        crashes--;
        new BoardSteps(this).drop(life);
        if (isPresent(life)) {
            afterFault();
        }
        return true;
    }

    private boolean eject(int life) {
        ejections--;
        present &= ~(1 << life);
        SearchedNode node = change(life);
        node.leased = false;
        node.answeredAtEjection = answered;
        node.answersCount = true;
        node.fetched = null;
        afterFault();
        return true;
    }

    private void afterFault() {
        hits = Math.min(hits + 1, scope.backups() + 1);
        if (!new SearchedInvariants(this).isAnsweredAnywhere()) {
            if (Log.length(answered) > 0) {
                if (hits <= scope.backups()) {
                    fail("LOST_WITHIN_K");
                }
                answeredBeforeLoss = answered;
                lastWriteBeforeLoss = lastWrite;
                losses++;
            }
            hits = scope.backups() + 1;
            answered = Log.EMPTY;
            forgetReplies();
        }
    }

    void forgetReplies() {
        for (int life = 0; life < nodes.length; life++) {
            if (nodes[life].alive && (!nodes[life].replies.isEmpty() || nodes[life].answersCount)) {
                SearchedNode node = change(life);
                node.replies = List.of();
                node.answersCount &= node.leased;
            }
        }
    }

    long fingerprint() {
        if (!fingerprinted) {
            fingerprint = computeFingerprint();
            fingerprinted = true;
        }
        return fingerprint;
    }

    private long computeFingerprint() {
        Fingerprint print = new Fingerprint();
        for (int life = 0; life < nodes.length; life++) {
            print.add(nodes[life].fingerprint()).add(acknowledged[life]).add(settled[life]);
            add(print, links[life]);
            add(print, lateLinks[life]);
        }
        for (int i = firstUsedRecord(); i <= epoch; i++) {
            print.add(records[i].fingerprint());
        }
        print.add(epoch).add(present).add(born).add(answered).add(lastWrite);
        print.add(answeredBeforeLoss).add(lastWriteBeforeLoss).add(losses).add(hits);
        print.add(writes).add(reads).add(crashes).add(ejections).add(breaks);
        return print.value();
    }

    private static void add(Fingerprint print, Link[] to) {
        for (int life = 0; life < to.length; life++) {
            if (!to[life].messages().isEmpty()) {
                print.add(life).add(to[life].fingerprint());
            }
        }
        print.add(99);
    }

    /** Records before the oldest view are never read again. */
    private int firstUsedRecord() {
        int first = epoch;
        for (SearchedNode node : nodes) {
            if (node.alive) {
                first = Math.min(first, (int) node.replica.view.epoch());
            }
        }
        return Math.max(1, first);
    }

    @Override
    public String toString() {
        return "answered " + Log.text(answered) + ", hits " + hits + " | " + record() + " | " + Arrays.toString(nodes);
    }
}
