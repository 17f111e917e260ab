package dev.divvy.cache.replication.simulation;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.cache.replication.protocol.ReplicaInspection;
import dev.divvy.cache.replication.protocol.TokenReplica;
import java.util.List;
import java.util.Optional;

/** Checks that a cluster in which nothing failed for a while is at rest. */
final class CalmCheck {

    private final SimulatedCluster cluster;

    CalmCheck(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    void check() {
        Optional<Allocation> record = cluster.board().current().allocation();
        if (record.isEmpty()) {
            cluster.fail(Violation.WAITING_TOO_LONG, "there is no allocation");
            return;
        }
        for (TokenLog log : cluster.clients().logs()) {
            check(log, record.get());
        }
    }

    /** Checks a cluster in which nothing was written for a while. */
    void checkRecentChanges() {
        for (TokenLog log : cluster.clients().logs()) {
            for (SimulatedNode node : cluster.nodes().all()) {
                Optional<TokenReplica<?>> replica = node.replica(log.token());
                if (replica.isPresent() && ReplicaInspection.recentChanges(replica.get()) > 0) {
                    cluster.fail(Violation.UNCONFIRMED_TOO_MUCH, node + ", token " + log.token() + describe(replica));
                }
            }
        }
    }

    private void check(TokenLog log, Allocation record) {
        int token = log.token();
        Optional<Incarnation> owner = record.owner(token).map(Member::incarnation);
        SimulatedNode node =
                owner.isEmpty() ? null : cluster.nodes().byId(owner.get().member());
        Optional<TokenReplica<?>> replica = node == null ? Optional.empty() : node.replica(token);
        if (node == null || replica.isEmpty() || !ReplicaInspection.isServing(replica.get())) {
            cluster.fail(
                    Violation.WAITING_TOO_LONG, "token " + token + " is not served by " + owner + describe(replica));
            return;
        }
        if (!cluster.clients().command(node, log, false)
                || replica.get().owner().confirmedChanges()
                        < replica.get().position().sequence()) {
            cluster.fail(Violation.WAITING_TOO_LONG, node + " does not serve token " + token + describe(replica));
        }
        List<Incarnation> copies = record.copiesOf(token);
        int possible = Math.min(cluster.scenario().backups(), record.roster().size() - 1);
        if (!replica.get().owner().isSettled() || (cluster.scenario().zones() == 0 && copies.size() < possible)) {
            cluster.fail(
                    Violation.UNPROTECTED_TOO_LONG,
                    node + ", token " + token + ", copies " + copies + ", heirs " + record.heirsOf(token) + ", "
                            + cluster.board().current().cards() + describe(replica));
        }
        for (SimulatedNode other : cluster.nodes().all()) {
            Optional<Incarnation> self = other.self();
            if (other != node
                    && self.isPresent()
                    && !copies.contains(self.get())
                    && other.replica(token)
                            .filter(ReplicaInspection::isComplete)
                            .isPresent()) {
                cluster.fail(Violation.HEIRS_REMAIN, other + ", token " + token + describe(other.replica(token)));
            }
        }
    }

    private static String describe(Optional<TokenReplica<?>> replica) {
        return replica.map(found -> ": " + ReplicaInspection.describe(found)).orElse("");
    }
}
