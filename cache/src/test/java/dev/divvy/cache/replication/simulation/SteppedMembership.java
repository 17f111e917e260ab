package dev.divvy.cache.replication.simulation;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.ExclusiveJob;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.MemberTask;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Operator;
import dev.divvy.coordination.PieceTask;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.protocol.knowledge.DirectReleases;
import dev.divvy.coordination.status.GroupStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The part of a membership that replication uses, on a {@link SimulatedMember}. */
final class SteppedMembership implements Membership {

    private final SimulatedMember member;

    SteppedMembership(SimulatedMember member) {
        this.member = member;
    }

    @Override
    public String id() {
        return member.id();
    }

    @Override
    public Optional<Incarnation> incarnation() {
        return member.incarnation();
    }

    @Override
    public Optional<Hold> holdPiece(String name) {
        return member.hold(name);
    }

    @Override
    public boolean leased() {
        return member.leased();
    }

    @Override
    public HeldPieces portion() {
        return member.portion();
    }

    @Override
    public Subscription listen(Listener listener) {
        member.listen(listener);
        return () -> {};
    }

    @Override
    public Subscription watch(Consumer<Sighting> watcher) {
        member.watch(watcher);
        return () -> {};
    }

    @Override
    public void settle(Version allocation) {
        member.execute(agent -> agent.settle(allocation));
    }

    @Override
    public void releasedBy(Incarnation other, Version upTo, Runs pieces) {
        member.releasedBy(new DirectReleases.Report(other, upTo, pieces));
    }

    /** Members do not leave with a limit here. */
    @Override
    public void progressed() {}

    // --- not used by replication ---

    private static UnsupportedOperationException notSimulated() {
        return new UnsupportedOperationException("replication does not use this");
    }

    @Override
    public Group group() {
        throw notSimulated();
    }

    @Override
    public Pieces pieces() {
        throw notSimulated();
    }

    @Override
    public boolean holds(String keyOrUnit) {
        throw notSimulated();
    }

    @Override
    public boolean holds(byte[] key) {
        throw notSimulated();
    }

    @Override
    public boolean holdsHash(long hash) {
        throw notSimulated();
    }

    @Override
    public Optional<Hold> hold(String keyOrUnit) {
        throw notSimulated();
    }

    @Override
    public Optional<Hold> holdHash(long hash) {
        throw notSimulated();
    }

    @Override
    public Subscription run(PieceTask task) {
        throw notSimulated();
    }

    @Override
    public Subscription runShift(MemberTask task) {
        throw notSimulated();
    }

    @Override
    public <T> CompletableFuture<T> runAlone(ExclusiveJob<T> job) {
        throw notSimulated();
    }

    @Override
    public Operator operator() {
        throw notSimulated();
    }

    @Override
    public void ready() {
        throw notSimulated();
    }

    @Override
    public void suspend(boolean suspended) {
        throw notSimulated();
    }

    @Override
    public void weigh(int weight) {
        throw notSimulated();
    }

    @Override
    public GroupStatus status() {
        throw notSimulated();
    }

    @Override
    public boolean awaitRunning(Duration atMost) {
        throw notSimulated();
    }

    @Override
    public boolean await(Predicate<GroupStatus> condition, Duration atMost) {
        throw notSimulated();
    }

    @Override
    public void close() {
        throw notSimulated();
    }
}
