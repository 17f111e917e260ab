package dev.divvy.cache.replication.simulation;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.protocol.ReplicaInspection;
import dev.divvy.cache.replication.protocol.ReplicaMessage;
import dev.divvy.cache.replication.protocol.TokenReplica;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks the invariants after every event, for the tokens that the event may concern. */
final class ClusterChecker {

    /** The checks after which settled tokens are looked for: that is costly. */
    private static final int CHECKS_PER_LOOK = 4;

    private final SimulatedCluster cluster;
    private final Set<SimulatedNode> touched = new LinkedHashSet<>();
    private final Set<TokenLog> answered = new LinkedHashSet<>();
    private final ReplicaWatch watch;

    /** The node that was found last to have all that was answered, by token. */
    private final Map<TokenLog, SimulatedNode> keepers = new HashMap<>();

    private Set<Incarnation> present = Set.of();
    private boolean changed;
    private long checks;
    private final Set<Incarnation> failed = new TreeSet<>();

    /** Whether a fault was part of this event. */
    private boolean faulted;

    /** The messages under way that tell a token of an incarnation to forget, with their tenures. */
    private final Map<Told, List<Long>> forgets = new HashMap<>();

    /** A token of an incarnation. */
    private record Told(Incarnation incarnation, int token) {}

    ClusterChecker(SimulatedCluster cluster) {
        this.cluster = cluster;
        this.watch = new ReplicaWatch(cluster, this);
    }

    boolean isPresent(Incarnation incarnation) {
        return present.contains(incarnation);
    }

    // --- what happens ---

    void touched(SimulatedNode node) {
        touched.add(node);
    }

    void answered(TokenLog log) {
        answered.add(log);
    }

    void changed() {
        changed = true;
    }

    void crashing(SimulatedNode node) {
        node.self().filter(present::contains).ifPresent(this::fault);
    }

    /** Counts the end of an incarnation, once. */
    private void fault(Incarnation incarnation) {
        if (failed.add(incarnation)) {
            faulted = true;
            cluster.clients().logs().forEach(TokenLog::fault);
        }
    }

    void boardChanged(SimulatedNode by, BoardSnapshot before, BoardSnapshot after) {
        Set<Incarnation> now = new TreeSet<>();
        after.cards().stream().map(Card::incarnation).forEach(now::add);
        for (Incarnation gone : present) {
            if (!now.contains(gone)) {
                removed(by, gone);
            }
        }
        if (!now.equals(present) || !before.version().equals(after.version())) {
            changed = true;
            cluster.trace(() -> "board: " + now + " "
                    + after.allocation().map(Allocation::epoch).orElse(0L));
            cluster.traceAllocation();
        }
        present = now;
    }

    private void removed(SimulatedNode by, Incarnation gone) {
        cluster.trace(() -> by + " removes " + gone);
        SimulatedNode node = cluster.nodes().byId(gone.member());
        boolean alive = node != null && node.self().filter(gone::equals).isPresent();
        if (alive && node == by && isLast(by)) {
            cluster.clients().logs().forEach(log -> log.limit(-1));
            faulted = true;
        } else if (alive && node != by) {
            fault(gone);
        }
    }

    /** Whether no member stays, as far as this one knows: then its data is of no use any more. */
    private static boolean isLast(SimulatedNode leaver) {
        return leaver.member().state().view().cards().stream()
                .filter(card -> !card.incarnation().member().equals(leaver.id()))
                .noneMatch(card -> card.state() != CardState.LEAVING);
    }

    /** A request is under way. */
    void sent(SimulatedChannel channel, byte[] frame) {
        channel.from().replication().forEachMessage(frame, (token, message) -> {
            ReplicaMessage.Envelope<?> envelope = (ReplicaMessage.Envelope<?>) message;
            cluster.trace(() -> channel.from() + " to " + channel.to() + ", token " + token + ": " + envelope);
            if (envelope.message() instanceof ReplicaMessage.Forget) {
                forgets.computeIfAbsent(new Told(channel.to(), token), key -> new ArrayList<>())
                        .add(envelope.tenure());
            }
        });
    }

    /** A request arrived or will never arrive. */
    void dropped(SimulatedChannel channel, byte[] frame) {
        channel.from().replication().forEachMessage(frame, (token, message) -> {
            ReplicaMessage.Envelope<?> envelope = (ReplicaMessage.Envelope<?>) message;
            if (envelope.message() instanceof ReplicaMessage.Forget) {
                forgets.computeIfPresent(new Told(channel.to(), token), (key, tenures) -> {
                    boolean unused = tenures.remove(envelope.tenure());
                    return tenures.isEmpty() ? null : tenures;
                });
            }
        });
    }

    // --- the checks ---

    void check() {
        if (!changed && touched.isEmpty() && answered.isEmpty()) {
            return;
        }
        checks++;
        for (TokenLog log : cluster.clients().logs()) {
            if (changed || answered.contains(log)) {
                for (SimulatedNode node : cluster.nodes().all()) {
                    check(node, log);
                }
            } else {
                for (SimulatedNode node : touched) {
                    check(node, log);
                }
            }
            checkKept(log);
        }
        touched.clear();
        answered.clear();
        changed = false;
        faulted = false;
    }

    private void check(SimulatedNode node, TokenLog log) {
        Optional<Incarnation> self = node.self();
        Optional<TokenReplica<?>> found = node.replica(log.token());
        if (self.isEmpty() || found.isEmpty()) {
            return;
        }
        TokenReplica<?> replica = found.get();
        watch.check(node, self.get(), log, replica);
        if (present.contains(self.get()) && ReplicaInspection.isComplete(replica)) {
            if (!hasAnswered(node, log)) {
                fail(Violation.COMPLETE_LACKS_ANSWERED, node, log, replica);
            }
            if (!isListed(self.get(), log.token())) {
                fail(Violation.UNLISTED_COMPLETE, node, log, replica);
            }
            if (ReplicaInspection.isServing(replica) && log.isRememberedWrongly(logOf(node, log))) {
                fail(Violation.REMEMBERED_WRONGLY, node, log, replica);
            }
        }
    }

    void fail(Violation violation, SimulatedNode node, TokenLog log, TokenReplica<?> replica) {
        cluster.fail(
                violation,
                node + ", token " + log.token() + ", " + TokenLog.text(logOf(node, log)) + ", answered "
                        + TokenLog.text(log.answered()) + ": " + ReplicaInspection.describe(replica));
    }

    static byte[] logOf(SimulatedNode node, TokenLog log) {
        return ClusterClients.logIn(node.store().open(log.token()));
    }

    private static boolean hasAnswered(SimulatedNode node, TokenLog log) {
        return log.isIn(logOf(node, log));
    }

    private boolean isListed(Incarnation self, int token) {
        Optional<Allocation> record = cluster.board().current().allocation();
        return record.isPresent()
                && (record.get()
                                .owner(token)
                                .filter(owner -> owner.incarnation().equals(self))
                                .isPresent()
                        || record.get().copiesOf(token).contains(self)
                        || record.get().heirsOf(token).contains(self));
    }

    /** LOST_BY_ITSELF, LOST_WITHIN_K: some replica must have all that was answered. */
    private void checkKept(TokenLog log) {
        if (log.answered().length > 0 && !isKept(log)) {
            cluster.trace(() -> "token " + log.token() + " is lost; it had to survive " + log.survives());
            if (!faulted) {
                cluster.fail(Violation.LOST_BY_ITSELF, "token " + log.token());
            } else if (log.survives() >= 0) {
                cluster.fail(
                        Violation.LOST_WITHIN_K,
                        "token " + log.token() + " had to survive " + log.survives() + " more faults");
            }
            log.lose(cluster.clients().lastWord());
            cluster.lost();
        } else if (checks % CHECKS_PER_LOOK == 0
                && log.survives() < cluster.scenario().backups()) {
            watch.settledCopies(log).ifPresent(copies -> log.settled(Math.max(copies, log.survives())));
        }
    }

    private boolean isKept(TokenLog log) {
        SimulatedNode keeper = keepers.get(log);
        if (keeper != null && keeps(keeper, log)) {
            return true;
        }
        for (SimulatedNode node : cluster.nodes().all()) {
            if (keeps(node, log)) {
                keepers.put(log, node);
                return true;
            }
        }
        return false;
    }

    /** Whether a node has all that was answered, and nothing on its way makes it forget that. */
    boolean keeps(SimulatedNode node, TokenLog log) {
        Optional<Incarnation> self = node.self();
        Optional<TokenReplica<?>> replica = node.replica(log.token());
        return self.isPresent()
                && replica.isPresent()
                && present.contains(self.get())
                && !failed.contains(self.get())
                && ReplicaInspection.isComplete(replica.get())
                && hasAnswered(node, log)
                && !isToldToForget(self.get(), log, ReplicaInspection.promised(replica.get()));
    }

    private boolean isToldToForget(Incarnation incarnation, TokenLog log, long promised) {
        List<Long> tenures = forgets.isEmpty() ? null : forgets.get(new Told(incarnation, log.token()));
        if (tenures != null && tenures.stream().anyMatch(tenure -> tenure >= promised)) {
            return true;
        }
        for (SimulatedNode node : cluster.nodes().all()) {
            Optional<TokenReplica<?>> owner = node.replica(log.token());
            if (owner.isPresent()
                    && owner.get().owner().tenure() >= promised
                    && ReplicaInspection.isForgetting(owner.get(), incarnation)) {
                return true;
            }
        }
        return false;
    }
}
