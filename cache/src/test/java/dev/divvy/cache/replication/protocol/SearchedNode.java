package dev.divvy.cache.replication.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.protocol.RecentChanges.Item;
import dev.divvy.cache.replication.protocol.RecentChanges.Tail;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One incarnation in a search: the real replica of the token, its lease, its sighting in flight, and the replies that wait. */
final class SearchedNode implements ReplicaOutput<Long> {

    /**
     * A reply that waits for copies.
     *
     * @param log the log that it shows
     * @param showsAnswered whether it shows all that had been answered when it was asked for
     */
    record Reply(long sequence, long log, boolean showsAnswered, boolean read) {}

    /** A sighting that was fetched and not applied yet. */
    record Sighting(TokenView view, boolean released) {}

    final int life;
    final TokenReplica<Long> replica;
    boolean alive;
    boolean leased;

    @Nullable
    Sighting fetched;

    long ackReady;
    long settledReady;

    /** For each incarnation the last epoch of which it told this one that it has released the token; 8 bits each. */
    long directReleases;

    /** What had been answered when this incarnation was ejected: the most that it can have seen. */
    long answeredAtEjection;

    /** Whether its answers count, although it was ejected: nothing was lost since. */
    boolean answersCount;

    List<Reply> replies;

    /** The world in which the next call takes place. */
    private @Nullable SearchedWorld world;

    private long fingerprint;
    private boolean fingerprinted;

    SearchedNode(int life, ReplicationRules rules) {
        this.life = life;
        this.replies = List.of();
        this.replica = new TokenReplica<>(Lives.at(life), rules, this, newContents());
    }

    /** Returns a copy that a step may change. */
    SearchedNode copyFor(SearchedWorld next) {
        SearchedNode copy = new SearchedNode(life, replica.rules);
        copy.world = next;
        copy.alive = alive;
        copy.leased = leased;
        copy.fetched = fetched;
        copy.ackReady = ackReady;
        copy.settledReady = settledReady;
        copy.directReleases = directReleases;
        copy.answeredAtEjection = answeredAtEjection;
        copy.answersCount = answersCount;
        copy.replies = replies;
        TokenReplica<Long> target = copy.replica;
        target.contents = new LogContents(log());
        target.state = replica.state;
        target.position = replica.position;
        target.history = replica.history;
        target.recent.replaceBy(replica.recent.all());
        target.promised = replica.promised;
        target.conversation = replica.conversation;
        target.obeyed = replica.obeyed;
        target.view = replica.view;
        copyOwner(replica.owner, target.owner);
        return copy;
    }

    private static void copyOwner(TokenOwner<Long> from, TokenOwner<Long> to) {
        to.phase = from.phase;
        to.tenure = from.tenure;
        Takeover<Long> takeover = from.takeover;
        to.takeover.source = takeover.source;
        to.takeover.fetched = takeover.fetched == null ? null : new LogContents(((LogContents) takeover.fetched).log);
        to.takeover.end = takeover.end;
        from.others.byIncarnation.forEach((incarnation, remote) -> {
            RemoteReplica copy = new RemoteReplica();
            copy.state = remote.state;
            copy.conversation = remote.conversation;
            copy.kept = remote.kept;
            copy.toldState = remote.toldState;
            copy.lastPosition = remote.lastPosition;
            to.others.byIncarnation.put(incarnation, copy);
        });
    }

    long log() {
        return ((LogContents) replica.contents).log;
    }

    TokenOwner<Long> owner() {
        return replica.owner;
    }

    boolean isOwnTenure() {
        return owner().ownsTenure();
    }

    // --- the output of the replica ---

    @Override
    public void send(Incarnation to, Envelope<Long> envelope) {
        Objects.requireNonNull(world).send(life, Lives.number(to), envelope);
    }

    @Override
    public void released(Incarnation by, long epoch) {
        int shift = 8 * Lives.number(by);
        long last = Math.max(directRelease(Lives.number(by)), epoch);
        directReleases = (directReleases & ~(0xffL << shift)) | (last << shift);
    }

    long directRelease(int by) {
        return (directReleases >> (8 * by)) & 0xff;
    }

    @Override
    public void startsEmpty() {}

    @Override
    public void sendContents(Incarnation to, Envelope<Long> request, int part, FetchedEnd<Long> end) {
        send(to, reply(request, part == 0 ? new FetchedPart<>(part, List.of(LogContents.entry(log()))) : end));
    }

    private Envelope<Long> reply(Envelope<Long> request, ReplicaMessage<Long> message) {
        return new Envelope<>(request.tenure(), replica.view.epoch(), request.conversation(), message);
    }

    @Override
    public ReplicaContents<Long> replaceContents(ReplicaContents<Long> contents) {
        return contents;
    }

    @Override
    public ReplicaContents<Long> newContents() {
        return new LogContents(Log.EMPTY);
    }

    // --- the normal form, by which equal states are recognised ---

    long fingerprint() {
        if (!fingerprinted) {
            fingerprint = computeFingerprint();
            fingerprinted = true;
        }
        return fingerprint;
    }

    private long computeFingerprint() {
        Fingerprint print = new Fingerprint();
        if (!alive) {
            return print.add(false).value();
        }
        print.add(leased)
                .add(ackReady)
                .add(settledReady)
                .add(directReleases)
                .add(answeredAtEjection)
                .add(answersCount);
        Sighting sighting = fetched;
        if (sighting != null) {
            print.add(sighting.view.epoch()).add(present(sighting.view)).add(sighting.released);
        }
        for (Reply reply : new ArrayList<>(replies)) {
            print.add(reply.sequence).add(reply.log).add(reply.showsAnswered).add(reply.read);
        }
        TokenReplica<Long> data = replica;
        print.add(data.state)
                .add(log())
                .add(data.promised)
                .add(data.conversation)
                .add(data.obeyed);
        add(print, data.position);
        add(print, data.history);
        add(print, data.recent.all());
        print.add(data.view.epoch()).add(present(data.view));
        addOwner(print, data.owner);
        return print.value();
    }

    private static int present(TokenView view) {
        int bits = 0;
        for (Incarnation incarnation : view.presence().incarnations()) {
            bits |= 1 << Lives.number(incarnation);
        }
        return bits;
    }

    private static void addOwner(Fingerprint print, TokenOwner<Long> owner) {
        print.add(owner.phase);
        if (owner.phase == OwnerPhase.NOT_OWNER) {
            return;
        }
        Takeover<Long> takeover = owner.takeover;
        print.add(owner.tenure).add(takeover.source == null ? 9 : Lives.number(takeover.source));
        if (takeover.fetched != null) {
            print.add(((LogContents) takeover.fetched).log);
        }
        FetchedEnd<Long> end = takeover.end;
        if (end != null) {
            add(print, end.position());
            add(print, end.history());
            add(print, end.recent());
        }
        owner.others.byIncarnation.forEach((incarnation, remote) -> {
            print.add(Lives.number(incarnation)).add(remote.state).add(remote.conversation);
            print.add(remote.kept).add(remote.toldState);
            if (remote.lastPosition != null) {
                add(print, remote.lastPosition);
            }
        });
    }

    static void add(Fingerprint print, Position position) {
        print.add(position.tenure()).add(position.sequence());
    }

    static void add(Fingerprint print, TakeoverHistory history) {
        for (Position end : history.ends()) {
            add(print, end);
        }
        print.add(77);
    }

    static void add(Fingerprint print, Tail<Long> tail) {
        add(print, tail.start());
        tail.items().forEach(item -> add(print, item));
    }

    static void add(Fingerprint print, Item<Long> item) {
        add(print, item.position());
        print.add(item.change());
    }

    @Override
    public String toString() {
        if (!alive) {
            return life + ":dead";
        }
        return life + ":" + replica.state.name().charAt(0) + "(" + replica.position.tenure() + ","
                + replica.position.sequence() + ")" + Log.text(log())
                + switch (owner().phase) {
                    case NOT_OWNER -> "";
                    case TAKING_OVER -> "T";
                    case SERVING -> "S";
                    case CLOSED -> "X";
                };
    }
}
