package dev.divvy.cache.replication;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.ReplicaMessage.CopyPart;
import dev.divvy.cache.replication.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.ReplicaMessage.Forget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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

    private long lastWrite;
    private long answeredBeforeLoss;
    private long lastWriteBeforeLoss;
    int losses;

    /** The faults since the token was last settled. */
    private int hits;

    int writes;
    int reads;
    int crashes;
    int ejections;
    int breaks;
    private Link[][] links = {};

    /** The messages of connections that broke. */
    private Link[][] lateLinks = {};

    /** The invariant that the last step violated; empty when it violated none. */
    Optional<String> violation = Optional.empty();

    private boolean blocked;
    private long fingerprint;
    private boolean fingerprinted;

    private SearchedWorld(Scope scope, Mistake mistake) {
        this.scope = scope;
        this.mistake = mistake;
    }

    /** Returns the first state: the token is settled, and one write was answered. */
    static SearchedWorld initial(Scope scope, Mistake mistake) {
        SearchedWorld world = new SearchedWorld(scope, mistake);
        int lives = scope.incarnations();
        world.nodes = new SearchedNode[lives];
        world.acknowledged = new long[lives];
        world.settled = new long[lives];
        world.links = new Link[lives][lives];
        world.lateLinks = new Link[lives][lives];
        for (int life = 0; life < lives; life++) {
            Arrays.fill(world.links[life], Link.EMPTY);
            Arrays.fill(world.lateLinks[life], Link.EMPTY);
        }
        world.epoch = 1;
        world.present = (1 << scope.members()) - 1;
        world.born = world.present;
        world.records = new BoardRecordModel[scope.epochs() + 1];
        int copies = ((1 << scope.backups()) - 1) << 1;
        world.records[1] = new BoardRecordModel(0, 1, copies, 0, new int[lives]);
        world.lastWrite = 1;
        world.answered = Log.plus(Log.EMPTY, 1);
        for (int life = 0; life < lives; life++) {
            world.nodes[life] = world.initialNode(life);
        }
        world.settled[0] = 1;
        world.writes = scope.writes();
        world.reads = scope.reads();
        world.crashes = scope.crashes();
        world.ejections = scope.ejections();
        world.breaks = scope.breaks();
        return world;
    }

    private SearchedNode initialNode(int life) {
        SearchedNode node = new SearchedNode(life, mistake.rules(scope.backups()));
        if (life < scope.members()) {
            node.alive = true;
            node.leased = true;
            node.replica.view = view(life, 1, present);
            node.ackReady = 1;
            acknowledged[life] = 1;
        }
        if (life <= scope.backups()) {
            TokenReplica<Long> replica = node.replica;
            replica.contents = new LogContents(answered);
            replica.state = DataState.COMPLETE;
            replica.position = Position.beginOf(1);
            replica.recent.replaceBy(RecentChanges.Tail.emptyAt(Position.beginOf(1)));
            replica.promised = 1;
            replica.conversation = life == 0 ? 0 : 1;
        }
        if (life == 0) {
            node.owner().phase = OwnerPhase.SERVING;
            node.owner().tenure = 1;
            node.settledReady = 1;
            for (int copy = 1; copy <= scope.backups(); copy++) {
                RemoteReplica remote = new RemoteReplica();
                remote.knowledge = Knowledge.CONFIRMED;
                remote.conversation = 1;
                remote.confirm(Position.beginOf(1));
                node.owner().others.put(Lives.at(copy), remote);
            }
        }
        return node;
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

    private boolean is(Mistake other) {
        return mistake == other;
    }

    private boolean isPresent(int life) {
        return Lives.has(present, life);
    }

    private BoardRecordModel record() {
        return records[epoch];
    }

    /** Returns a node that this step may change. */
    private SearchedNode change(int life) {
        nodes[life] = nodes[life].copyFor(this);
        return nodes[life];
    }

    private void fail(String name) {
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
        next.finish(this);
        return Optional.of(next);
    }

    private boolean take(Step step) {
        int life = step.life();
        return switch (step.kind()) {
            case SEE -> fetchSighting(life) && applySighting(life);
            case FETCH_SIGHTING -> fetchSighting(life);
            case APPLY_SIGHTING -> applySighting(life);
            case LEARN_EJECTION -> learnEjection(life);
            case RECEIVE -> receive(step.other(), life, step.number(), false);
            case RECEIVE_LATE -> receive(step.other(), life, 0, true);
            case BEGIN_COPY -> beginCopy(life, step.other());
            case END_COPY -> endCopy(life, step.other());
            case CLOSE -> close(life);
            case RELEASE -> release(life);
            case REMOVE_DEAD -> removeDead(life);
            case READ -> command(life, true);
            case WRITE -> command(life, false);
            case PUBLISH -> publish(life, step.other());
            case CRASH -> crash(life);
            case EJECT -> eject(life);
            case BREAK_LINK -> breakLink(life, step.other());
            case JOIN -> join(life);
            case ANSWER_ANYWAY -> answerAnyway(life);
        };
    }

    /** Returns the steps that may be possible, in a fixed order. */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (int life = 0; life < nodes.length; life++) {
            if (nodes[life].alive) {
                addSteps(steps, life);
            } else if (isPresent(life)) {
                steps.add(new Step(StepKind.REMOVE_DEAD, life));
            } else if (!Lives.has(born, life) && Lives.has(born, life - 1)) {
                steps.add(new Step(StepKind.JOIN, life));
            }
        }
        if (epoch < scope.epochs()) {
            addRecords(steps);
        }
        return steps;
    }

    private void addSteps(List<Step> steps, int life) {
        SearchedNode node = nodes[life];
        if (!isPresent(life)) {
            steps.add(new Step(StepKind.LEARN_EJECTION, life));
        } else if (scope.lateSightings()) {
            steps.add(new Step(node.fetched == null ? StepKind.FETCH_SIGHTING : StepKind.APPLY_SIGHTING, life));
        } else {
            steps.add(new Step(StepKind.SEE, life));
        }
        OwnerPhase phase = node.owner().phase;
        for (int other = 0; other < nodes.length; other++) {
            int waiting = links[other][life].messages().size();
            for (int i = 0; i < (is(Mistake.CHANGES_REORDERED) ? waiting : Math.min(1, waiting)); i++) {
                steps.add(new Step(StepKind.RECEIVE, life, other, i));
            }
            if (!lateLinks[other][life].messages().isEmpty()) {
                steps.add(new Step(StepKind.RECEIVE_LATE, life, other, 0));
            }
            if (node.owner().needsCopy(Lives.at(other))) {
                steps.add(new Step(StepKind.BEGIN_COPY, life, other, 0));
            } else if (node.owner().isCopying(Lives.at(other)) && !isEndSent(life, other)) {
                steps.add(new Step(StepKind.END_COPY, life, other, 0));
            }
        }
        if (phase == OwnerPhase.SERVING) {
            addOwnerSteps(steps, node);
        } else if (phase == OwnerPhase.CLOSED && node.replies.isEmpty()) {
            steps.add(new Step(StepKind.RELEASE, life));
        }
        if (is(Mistake.GIVES_UP_ON_SLOW_COPY) && !node.replies.isEmpty()) {
            steps.add(new Step(StepKind.ANSWER_ANYWAY, life));
        }
        if (crashes > 0 && hasOthers(life)) {
            steps.add(new Step(StepKind.CRASH, life));
        }
        if (ejections > 0 && isPresent(life) && hasOthers(life)) {
            steps.add(new Step(StepKind.EJECT, life));
        }
        for (int other = life + 1; other < nodes.length && breaks > 0; other++) {
            steps.add(new Step(StepKind.BREAK_LINK, life, other, 0));
        }
    }

    private void addOwnerSteps(List<Step> steps, SearchedNode node) {
        if (!node.isOwnTenure()) {
            steps.add(new Step(StepKind.CLOSE, node.life));
        }
        if (reads > 0 && mayReply(node, true)) {
            steps.add(new Step(StepKind.READ, node.life));
        }
        if (writes > 0 && lastWrite < Log.CAPACITY && Log.length(node.log()) < Log.CAPACITY) {
            steps.add(new Step(StepKind.WRITE, node.life));
        }
    }

    private boolean mayReply(SearchedNode node, boolean read) {
        return node.leased || node.answersCount || (read && is(Mistake.NO_LEASE_FOR_READS));
    }

    private void addRecords(List<Step> steps) {
        int most = Math.min(scope.backups(), Integer.bitCount(present) - 1);
        for (int owner = 0; owner < nodes.length; owner++) {
            if (isPresent(owner)) {
                int others = present & ~(1 << owner);
                // Every subset of the others, from all of them down to none.
                for (int copies = others; ; copies = (copies - 1) & others) {
                    int count = Integer.bitCount(copies);
                    if (count == most || (scope.fewerCopies() && count < most)) {
                        steps.add(new Step(StepKind.PUBLISH, owner, copies, 0));
                    }
                    if (copies == 0) {
                        break;
                    }
                }
            }
        }
    }

    // --- the board ---

    private TokenView view(int life, int atEpoch, int incarnations) {
        BoardRecordModel seen = records[atEpoch];
        return new TokenView(
                atEpoch,
                seen.owner() == BoardRecordModel.NOBODY ? Optional.empty() : Optional.of(Lives.at(seen.owner())),
                seen.since(),
                Lives.set(seen.copies()),
                Lives.set(seen.heirs()),
                seen.lostAt()[life] > 0,
                new TokenView.Presence(Lives.set(incarnations), Integer.bitCount(incarnations)));
    }

    private boolean isReleased() {
        int[] lostAt = record().lostAt();
        for (int life = 0; life < nodes.length; life++) {
            if (lostAt[life] > 0 && isPresent(life) && acknowledged[life] < lostAt[life]) {
                return false;
            }
        }
        return true;
    }

    private boolean fetchSighting(int life) {
        if (!nodes[life].alive || !isPresent(life) || nodes[life].fetched != null) {
            return false;
        }
        SearchedNode node = change(life);
        pulse(node);
        node.fetched = new SearchedNode.Sighting(view(life, epoch, present), isReleased());
        return true;
    }

    private void pulse(SearchedNode node) {
        acknowledged[node.life] = Math.max(acknowledged[node.life], node.ackReady);
        settled[node.life] = Math.max(settled[node.life], node.settledReady);
    }

    private boolean applySighting(int life) {
        SearchedNode.Sighting sighting = nodes[life].fetched;
        if (!nodes[life].alive || sighting == null) {
            return false;
        }
        SearchedNode node = change(life);
        node.fetched = null;
        node.replica.see(sighting.view(), node.leased);
        if (sighting.released()) {
            node.owner().gain(node.leased);
        }
        boolean idle = node.owner().phase == OwnerPhase.NOT_OWNER;
        if (idle || node.isOwnTenure() || is(Mistake.ACK_BEFORE_CLOSED)) {
            node.ackReady = sighting.view().epoch();
        }
        if (node.owner().isSettled()) {
            node.settledReady = sighting.view().epoch();
        }
        if (!scope.lateSightings()) {
            pulse(node); // the next pulse follows at once
        }
        return true;
    }

    private boolean publish(int owner, int copies) {
        boolean someoneKnows = false;
        for (int life = 0; life < nodes.length; life++) {
            someoneKnows |= nodes[life].alive && isPresent(life) && nodes[life].replica.view.epoch() == epoch;
        }
        if (!someoneKnows) {
            return false;
        }
        BoardRecordModel last = record();
        int[] lostAt = last.lostAt();
        for (int life = 0; life < nodes.length; life++) {
            if (lostAt[life] > 0 && (!isPresent(life) || acknowledged[life] >= lostAt[life])) {
                lostAt[life] = 0;
            }
        }
        boolean stays = last.owner() == owner;
        if (!stays && last.owner() != BoardRecordModel.NOBODY && isPresent(last.owner())) {
            lostAt[last.owner()] = epoch + 1;
        }
        int heirs = heirs(last, owner, copies, stays);
        if (stays && copies == last.copies() && heirs == last.heirs()) {
            return false;
        }
        epoch++;
        records[epoch] = new BoardRecordModel(owner, stays ? last.since() : epoch, copies, heirs, lostAt);
        return true;
    }

    private int heirs(BoardRecordModel last, int owner, int copies, boolean stays) {
        int had = last.listed();
        if (stays && (settled[owner] >= epoch || is(Mistake.PRUNE_UNSETTLED))) {
            had &= last.copies();
        }
        if (is(Mistake.HEIRS_FORGOTTEN)) {
            had = last.copies() | (last.owner() == BoardRecordModel.NOBODY ? 0 : 1 << last.owner());
        }
        return is(Mistake.UNLISTED_BEFORE_FORGOTTEN) ? 0 : had & ~copies & ~(1 << owner) & present;
    }

    private boolean join(int life) {
        SearchedNode node = new SearchedNode(life, mistake.rules(scope.backups()));
        nodes[life] = node;
        node.alive = true;
        node.leased = true;
        present |= 1 << life;
        born |= 1 << life;
        node.replica.view = view(life, epoch, present);
        if (is(Mistake.COPY_BY_ID)) {
            standInForDead(node, life - 1);
        }
        return true;
    }

    /** The mistake: the record names members, so that a restarted one takes the place of its former incarnation. */
    private void standInForDead(SearchedNode node, int former) {
        BoardRecordModel last = record();
        if (!isPresent(former) && Lives.has(last.copies() | last.heirs(), former)) {
            int gone = 1 << former;
            int mine = 1 << node.life;
            records[epoch] = new BoardRecordModel(
                    last.owner(),
                    last.since(),
                    Lives.has(last.copies(), former) ? (last.copies() & ~gone) | mine : last.copies(),
                    Lives.has(last.heirs(), former) ? (last.heirs() & ~gone) | mine : last.heirs(),
                    last.lostAt());
            node.replica.state = DataState.COMPLETE;
            node.replica.position = Position.beginOf(last.since());
        }
    }

    private boolean removeDead(int life) {
        present &= ~(1 << life);
        return true;
    }

    /** R8: an ejected incarnation drops everything, before the next one begins. */
    private boolean learnEjection(int life) {
        SearchedNode old = nodes[life];
        drop(life);
        int next = Integer.numberOfTrailingZeros(~born);
        if (is(Mistake.EJECTED_KEEPS_COPY) && next < nodes.length) {
            boolean unused = join(next);
            if (old.replica.state == DataState.COMPLETE) {
                TokenReplica<Long> kept = nodes[next].replica;
                kept.state = DataState.COMPLETE;
                kept.position = old.replica.position;
                kept.contents = new LogContents(old.log());
                BoardRecordModel last = record();
                records[epoch] = new BoardRecordModel(
                        last.owner(), last.since(), last.copies(), last.heirs() | (1 << next), last.lostAt());
            }
        }
        return true;
    }

    private void drop(int life) {
        nodes[life] = new SearchedNode(life, mistake.rules(scope.backups()));
        for (int other = 0; other < nodes.length; other++) {
            links[other][life] = Link.EMPTY; // messages that it has sent may still arrive
            lateLinks[other][life] = Link.EMPTY;
        }
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
        node.replica.receive(Lives.at(from), envelope, node.leased);
        if (node.replica.promised < promised) {
            fail("PROMISE_WENT_BACK");
        }
        return true;
    }

    private boolean breakLink(int first, int second) {
        if (!nodes[first].alive || !nodes[second].alive || !isInUse(first, second)) {
            return false;
        }
        breaks--;
        if (scope.lateMessages()) {
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
                || nodes[first].owner().others.containsKey(Lives.at(second))
                || nodes[second].owner().others.containsKey(Lives.at(first));
    }

    private void disconnect(int life, int other) {
        SearchedNode node = change(life);
        node.owner().disconnected(Lives.at(other));
        if (node.owner().phase != OwnerPhase.NOT_OWNER) {
            node.owner().askUnknown();
        }
    }

    // --- the owner ---

    private boolean beginCopy(int life, int other) {
        SearchedNode node = change(life);
        node.owner().beginCopy(Lives.at(other));
        sendPart(node, other, Log.firstHalf(node.log()));
        return true;
    }

    private void sendPart(SearchedNode node, int to, long log) {
        TokenOwner<Long> owner = node.owner();
        long conversation = Objects.requireNonNull(owner.others.get(Lives.at(to))).conversation;
        send(
                node.life,
                to,
                new Envelope<>(
                        owner.tenure,
                        node.replica.view.epoch(),
                        conversation,
                        new CopyPart<>(List.of(LogContents.entry(log)))));
    }

    private boolean endCopy(int life, int other) {
        SearchedNode node = change(life);
        sendPart(node, other, node.log());
        node.owner().endCopy(Lives.at(other));
        return true;
    }

    /** Whether the end of a copy was sent; only a mistake can ask for it twice. */
    private boolean isEndSent(int life, int other) {
        return is(Mistake.REQUIRED_AFTER_MADE)
                && (nodes[other].replica.state == DataState.COMPLETE
                        || links[life][other].messages().stream()
                                .anyMatch(envelope -> envelope.message() instanceof ReplicaMessage.CopyEnd<Long>));
    }

    private boolean close(int life) {
        change(life).owner().close();
        return true;
    }

    private boolean release(int life) {
        change(life).owner().release();
        return true;
    }

    private boolean command(int life, boolean read) {
        SearchedNode node = change(life);
        if (read) {
            reads--;
        } else {
            writes--;
            lastWrite++;
            node.replica.contents.apply(lastWrite);
            node.owner().changed(lastWrite);
        }
        boolean leased = node.leased || (read && is(Mistake.NO_LEASE_FOR_READS));
        long floor = leased ? answered : node.answeredAtEjection;
        if (mayReply(node, read)) {
            List<SearchedNode.Reply> replies = new ArrayList<>(node.replies);
            replies.add(new SearchedNode.Reply(
                    node.replica.position.sequence(), node.log(), Log.isPrefix(floor, node.log()), read));
            node.replies = replies;
        }
        return true;
    }

    private boolean answerAnyway(int life) {
        answer(change(life), 0);
        return true;
    }

    private void answer(SearchedNode node, int index) {
        SearchedNode.Reply reply = node.replies.get(index);
        if (!reply.showsAnswered()) {
            fail("NOT_LINEARIZABLE: a reply shows less than was answered before it was asked for");
        }
        if (!Log.isPrefix(reply.log(), answered) && !Log.isPrefix(answered, reply.log())) {
            fail("NOT_LINEARIZABLE: no order explains two replies");
        }
        if (Log.length(reply.log()) > Log.length(answered)) {
            answered = reply.log();
        }
        List<SearchedNode.Reply> rest = new ArrayList<>(node.replies);
        rest.remove(index);
        node.replies = rest;
    }

    // --- faults ---

    private boolean hasOthers(int life) {
        for (int other = 0; other < nodes.length; other++) {
            if (other != life && nodes[other].alive && isPresent(other)) {
                return true;
            }
        }
        return false;
    }

    private boolean crash(int life) {
        crashes--;
        drop(life);
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
        if (!isAnsweredAnywhere()) {
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

    private void forgetReplies() {
        for (int life = 0; life < nodes.length; life++) {
            if (nodes[life].alive && (!nodes[life].replies.isEmpty() || nodes[life].answersCount)) {
                SearchedNode node = change(life);
                node.replies = List.of();
                node.answersCount &= node.leased;
            }
        }
    }

    // --- after every step ---

    private void finish(SearchedWorld before) {
        sendReplies();
        if (Log.length(answered) == 0 && !isAnsweredAnywhere()) {
            forgetReplies();
        }
        if (Log.length(answered) > 0 && !isAnsweredAnywhere()) {
            fail("LOST_BY_ITSELF");
        }
        for (int life = 0; life < nodes.length; life++) {
            SearchedNode node = nodes[life];
            if (node.alive && isPresent(life) && node.replica.state == DataState.COMPLETE) {
                if (!Log.isPrefix(answered, node.log())) {
                    fail("COMPLETE_LACKS_ANSWERED");
                }
                if (!Lives.has(record().listed(), life)) {
                    fail("UNLISTED_COMPLETE");
                }
                checkMemory(node);
            }
        }
        checkForgets(before);
        if (isProtected()) {
            hits = 0;
        }
        normalize();
    }

    private void sendReplies() {
        for (int life = 0; life < nodes.length; life++) {
            for (int i = 0; i < nodes[life].replies.size(); ) {
                SearchedNode.Reply reply = nodes[life].replies.get(i);
                if (reply.sequence() <= nodes[life].owner().confirmedChanges()
                        || (is(Mistake.READ_SHOWS_UNKEPT) && reply.read())) {
                    answer(change(life), i);
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
        for (int i = 0; answeredBeforeLoss != 0 && i < Log.length(log); i++) {
            if (Log.at(log, i) <= lastWriteBeforeLoss
                    && !Log.isPrefix(answeredBeforeLoss, log)
                    && node.owner().phase == OwnerPhase.SERVING) {
                fail("REMEMBERED_WRONGLY");
            }
        }
    }

    private void checkForgets(SearchedWorld before) {
        for (SearchedNode node : nodes) {
            if (node.owner().phase != OwnerPhase.SERVING || node == before.nodes[node.life]) {
                continue;
            }
            node.owner().others.forEach((incarnation, remote) -> {
                RemoteReplica old = before.nodes[node.life].owner().others.get(incarnation);
                if (remote.knowledge == Knowledge.FORGETTING && old != null && old.knowledge != Knowledge.FORGETTING) {
                    checkForget(node, incarnation);
                }
            });
        }
    }

    /** FORGET_OF_COMPLETE: only heirs forget, not replicas that could be adopted. FORGOT_TOO_EARLY: the copies must be complete first. */
    private void checkForget(SearchedNode owner, Incarnation told) {
        TokenReplica<Long> replica = owner.replica;
        if (replica.view.heirs().contains(told) && replica.rules.mayForgetHeirs(replica.view, replica.owner.others)) {
            checkCopies(owner, replica.view);
        } else if (isPresent(Lives.number(told)) && isPresent(owner.life)) {
            fail("FORGET_OF_COMPLETE");
        }
    }

    private void checkCopies(SearchedNode owner, TokenView view) {
        for (int copy = 0; copy < nodes.length; copy++) {
            if (view.copies().contains(Lives.at(copy))
                    && nodes[copy].alive
                    && isPresent(copy)
                    && nodes[copy].replica.state != DataState.COMPLETE
                    && nodes[copy].replica.promised <= owner.owner().tenure) {
                fail("FORGOT_TOO_EARLY");
            }
        }
    }

    private boolean isToldToForget(int life) {
        for (int from = 0; from < nodes.length; from++) {
            for (Envelope<Long> envelope : links[from][life].messages()) {
                if (envelope.message() instanceof Forget<Long> && envelope.tenure() >= nodes[life].replica.promised) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean hasAnswered(int life) {
        SearchedNode node = nodes[life];
        return node.alive
                && isPresent(life)
                && node.replica.state == DataState.COMPLETE
                && Log.isPrefix(answered, node.log())
                && !isToldToForget(life);
    }

    private boolean isAnsweredAnywhere() {
        for (int life = 0; life < nodes.length; life++) {
            if (hasAnswered(life)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the token is settled with all of its copies, in truth and not only as its owner believes. */
    private boolean isProtected() {
        BoardRecordModel now = record();
        if (now.owner() == BoardRecordModel.NOBODY) {
            return false;
        }
        SearchedNode owner = nodes[now.owner()];
        if (!isPresent(owner.life)
                || !owner.alive
                || owner.replica.view.epoch() != epoch
                || !owner.owner().isSettled()
                || Integer.bitCount(now.copies() & present) < scope.backups()) {
            return false;
        }
        for (int copy = 0; copy < nodes.length; copy++) {
            if (Lives.has(now.copies(), copy) && !hasAnswered(copy)) {
                return false;
            }
        }
        return hasAnswered(owner.life);
    }

    /** Makes states equal that differ only in what no step will look at. */
    private void normalize() {
        for (int life = 0; life < nodes.length; life++) {
            if (!isPresent(life)) {
                acknowledged[life] = 0;
            }
            if (!isPresent(life) || settled[life] != epoch) {
                settled[life] = 0;
            }
            if (nodes[life].alive && nodes[life].settledReady != epoch && nodes[life].settledReady != 0) {
                change(life).settledReady = 0;
            }
            if (!nodes[life].alive) {
                for (int from = 0; from < nodes.length; from++) {
                    links[from][life] = Link.EMPTY;
                }
            }
        }
    }

    // --- rest ---

    /** Returns what is wrong with a state in which nothing moves by itself any more. */
    Optional<String> restlessness() {
        BoardRecordModel now = record();
        if (now.owner() == BoardRecordModel.NOBODY || !isPresent(now.owner()) || (now.copies() & ~present) != 0) {
            return Optional.empty(); // the next record must follow
        }
        SearchedNode owner = nodes[now.owner()];
        if (!owner.alive || owner.owner().phase != OwnerPhase.SERVING) {
            return Optional.of("NOT_AT_REST: not served");
        }
        for (SearchedNode node : nodes) {
            if (!node.replies.isEmpty()) {
                return Optional.of("WAITING_TOO_LONG: a reply waits");
            }
        }
        boolean enough = Integer.bitCount(now.copies()) >= Math.min(scope.backups(), Integer.bitCount(present) - 1);
        return enough && !owner.owner().isSettled() ? Optional.of("HEIRS_REMAIN") : Optional.empty();
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
