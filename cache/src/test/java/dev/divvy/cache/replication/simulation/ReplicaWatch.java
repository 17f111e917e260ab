package dev.divvy.cache.replication.simulation;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.cache.replication.protocol.ReplicaInspection;
import dev.divvy.cache.replication.protocol.TokenReplica;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Compares the state of each replica with the one after the last event: promises, takeovers, and messages to forget. */
final class ReplicaWatch {

    /** What was seen of a replica last. */
    private static final class Seen {
        private long promised;
        private long servedSince;
        private Set<Incarnation> forgetting = Set.of();
    }

    private final SimulatedCluster cluster;
    private final ClusterChecker checker;
    private final Map<TokenReplica<?>, Seen> seen = new HashMap<>();

    ReplicaWatch(SimulatedCluster cluster, ClusterChecker checker) {
        this.cluster = cluster;
        this.checker = checker;
    }

    void check(SimulatedNode node, Incarnation self, TokenLog log, TokenReplica<?> replica) {
        Seen last = seen.computeIfAbsent(replica, key -> new Seen());
        if (ReplicaInspection.promised(replica) < last.promised) {
            checker.fail(Violation.PROMISE_WENT_BACK, node, log, replica);
        }
        last.promised = ReplicaInspection.promised(replica);
        if (ReplicaInspection.isServing(replica)
                && last.servedSince != replica.owner().tenure()) {
            last.servedSince = replica.owner().tenure();
            cluster.trace(() -> node + " serves token " + log.token() + ": " + ReplicaInspection.describe(replica)
                    + ", " + TokenLog.text(ClusterChecker.logOf(node, log)));
            if (checker.isPresent(self)) {
                checkHeard(node, self, log, replica);
            }
        }
        Set<Incarnation> forgetting = ReplicaInspection.forgetting(replica);
        if (!forgetting.equals(last.forgetting)) {
            for (Incarnation told : forgetting) {
                if (!last.forgetting.contains(told)) {
                    checkForget(node, self, told, log, replica);
                }
            }
            last.forgetting = forgetting;
        }
    }

    /** SERVED_BEFORE_HEARD: every complete replica on the board has promised to obey no older owner. */
    private void checkHeard(SimulatedNode node, Incarnation self, TokenLog log, TokenReplica<?> owner) {
        for (SimulatedNode other : cluster.nodes().all()) {
            Optional<TokenReplica<?>> replica = other.replica(log.token());
            if (other != node
                    && replica.isPresent()
                    && other.self().filter(checker::isPresent).isPresent()
                    && ReplicaInspection.isComplete(replica.get())
                    && ReplicaInspection.promised(replica.get()) < owner.owner().tenure()) {
                cluster.fail(
                        Violation.SERVED_BEFORE_HEARD,
                        node + " serves token " + log.token() + " as " + self + ": " + ReplicaInspection.describe(owner)
                                + ", but " + other + " has " + ReplicaInspection.describe(replica.get()));
            }
        }
    }

    /** FORGET_OF_COMPLETE, FORGOT_TOO_EARLY: only heirs forget, and only when the copies are complete. */
    private void checkForget(
            SimulatedNode node, Incarnation self, Incarnation told, TokenLog log, TokenReplica<?> replica) {
        if (ReplicaInspection.mayForget(replica, told)) {
            log.limit(replica.view().copies().size());
            checkCopies(node, log, replica);
        } else if (checker.isPresent(told)
                && checker.isPresent(self)
                && replica(told, log).filter(ReplicaInspection::isComplete).isPresent()) {
            checker.fail(Violation.FORGET_OF_COMPLETE, node, log, replica);
        }
    }

    private Optional<TokenReplica<?>> replica(Incarnation incarnation, TokenLog log) {
        SimulatedNode node = cluster.nodes().byId(incarnation.member());
        return node == null || node.self().filter(incarnation::equals).isEmpty()
                ? Optional.empty()
                : node.replica(log.token());
    }

    private void checkCopies(SimulatedNode node, TokenLog log, TokenReplica<?> owner) {
        for (Incarnation copy : owner.view().copies()) {
            Optional<TokenReplica<?>> replica = replica(copy, log);
            if (checker.isPresent(copy)
                    && replica.isPresent()
                    && !ReplicaInspection.isComplete(replica.get())
                    && ReplicaInspection.promised(replica.get())
                            <= owner.owner().tenure()) {
                checker.fail(Violation.FORGOT_TOO_EARLY, node, log, owner);
            }
        }
    }

    /** Returns the number of copies of a token that is settled in truth, and not only as its owner believes; empty if it is not. */
    OptionalInt settledCopies(TokenLog log) {
        Optional<Allocation> record = cluster.board().current().allocation();
        Optional<Incarnation> owner =
                record.flatMap(known -> known.owner(log.token())).map(Member::incarnation);
        SimulatedNode node =
                owner.isEmpty() ? null : cluster.nodes().byId(owner.get().member());
        if (owner.isEmpty() || node == null || !node.self().equals(owner) || !checker.keeps(node, log)) {
            return OptionalInt.empty();
        }
        Optional<TokenReplica<?>> replica = node.replica(log.token());
        List<Incarnation> copies = record.get().copiesOf(log.token());
        boolean settled = replica.isPresent()
                && replica.get().view().epoch() == record.get().epoch()
                && replica.get().owner().isSettled()
                && copies.stream().allMatch(copy -> keeps(copy, log));
        return settled ? OptionalInt.of(copies.size()) : OptionalInt.empty();
    }

    private boolean keeps(Incarnation copy, TokenLog log) {
        SimulatedNode node = cluster.nodes().byId(copy.member());
        return node != null && node.self().filter(copy::equals).isPresent() && checker.keeps(node, log);
    }
}
