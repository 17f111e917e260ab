package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The state machine of one node of a mesh. Its role follows from its view: replica, about to become the primary, or primary. Its own
 * requests and the messages of others go to the role. It has no thread, no clock and no network: a loop runs it and is its only writer.
 */
public final class MeshNode {

    private final MeshContext context;
    private final PendingRequests requests;

    /** The nodes that announced that they leave: their ports are closed, but their processes may live on. */
    private final Set<String> departed = new HashSet<>();

    /** The nodes that sent a message as primary while this node did not follow them. */
    private final Set<String> ignored = new HashSet<>();

    /** The number of the newest view that this node knows of. */
    private long newestView = -1;

    private NodeRole role;

    public MeshNode(String self, MeshLimits limits, MeshOutput output) {
        this.context = new MeshContext(self, limits, output);
        this.requests = new PendingRequests(output);
        this.role = new ReplicaRole(context, "", ReplicatedBoards.NONE);
    }

    public boolean isPrimary() {
        return role instanceof PrimaryRole;
    }

    public ReplicatedBoards boards() {
        return role.boards();
    }

    /** Whether {@link #tick} is needed soon, even if nothing else happens. */
    public boolean isBusy() {
        return role.isBusy() || requests.anyUnsent();
    }

    // --- roles ---

    public void viewChanged(MeshView next, long now) {
        context.setNow(now);
        List<String> lost = context.contacts().viewChanged(context.view().nodes(), next.nodes(), departed, now);
        context.setView(next);
        context.reportApart();
        lost.forEach(context.output()::probe);
        String primary = role.primary();
        if (next.number() >= newestView) {
            newestView = next.number();
            primary = next.primary();
        }
        if (!primary.equals(context.self())) {
            ReplicaRole replica = becomeReplica(primary);
            if (replica.isOutdated() || ignored.contains(primary)) {
                replica.requestFullState();
            }
            ignored.clear();
        } else if (role instanceof PrimaryRole current && !next.merged()) {
            current.viewChanged();
            probeMissingHosts(lost);
        } else {
            requests.primaryChanged("");
            boolean merged = next.merged() || (role instanceof RecoveringRole before && before.isMerged());
            RecoveringRole recovering = new RecoveringRole(context, boards(), merged);
            role = recovering;
            recovering.select().ifPresent(base -> becomePrimary(recovering, base));
        }
    }

    private ReplicaRole becomeReplica(String primary) {
        ReplicaRole replica = new ReplicaRole(context, primary, boards());
        role = replica;
        requests.primaryChanged(primary);
        sendRequests();
        return replica;
    }

    private void becomePrimary(RecoveringRole before, ReplicatedBoards base) {
        PrimaryRole primary = new PrimaryRole(context, before, base, this::sendReply);
        role = primary;
        primary.start();
        probeMissingHosts(List.of());
        boards().boards().keySet().forEach(context.output()::changed);
        sendRequests();
    }

    /** Probes the nodes that are missing without having announced it and whose members have cards on the boards, except those probed before. */
    private void probeMissingHosts(List<String> probed) {
        Set<String> hosts = boards().hosts();
        MeshView view = context.view();
        departed.removeIf(node -> !hosts.contains(node) && !view.contains(node));
        hosts.stream()
                .filter(host -> !view.contains(host) && !departed.contains(host) && !probed.contains(host))
                .forEach(context.output()::probe);
    }

    /** Ejects the members of a node whose process has ended, if this node is the primary. */
    public void processEnded(String node) {
        context.contacts().ended(node);
        context.reportApart();
        if (role instanceof PrimaryRole primary && !context.view().contains(node) && !departed.contains(node)) {
            primary.ejectHostedBy(node);
        }
    }

    // --- messages of other nodes ---

    public void receive(String from, MeshMessage message, long now) {
        context.setNow(now);
        context.contacts().seen(from, now);
        if (message instanceof MeshMessage.Request request) {
            if (role instanceof PrimaryRole primary && primary.accepts(from, request.term())) {
                primary.handle(from, request.number(), request.request());
            } else {
                context.send(from, new MeshMessage.Reply(request.number(), boards().version(), new MeshReply.Retry()));
            }
        } else if (message instanceof MeshMessage.Reply reply) {
            complete(from, reply);
        } else if (message instanceof MeshMessage.Leave) {
            departed.add(from);
        } else if (message instanceof MeshMessage.SummaryRequest request) {
            sendSummary(from, request);
        } else if (message instanceof MeshMessage.CopyRequest request) {
            context.send(from, new MeshMessage.CopyReply(request.viewNumber(), boards(), context.age()));
        } else if (message instanceof MeshMessage.SummaryReply || message instanceof MeshMessage.CopyReply) {
            if (role instanceof RecoveringRole recovering) {
                recover(recovering, from, message).ifPresent(base -> becomePrimary(recovering, base));
            }
        } else if (role instanceof PrimaryRole primary) {
            primary.receive(from, message);
        } else if (role instanceof ReplicaRole replica && from.equals(replica.primary())) {
            replica.receive(message);
            sendRequests();
        } else {
            ignored.add(from);
        }
    }

    private void complete(String from, MeshMessage.Reply message) {
        MeshReply reply = message.reply();
        if (reply instanceof MeshReply.Renewed renewed) {
            requests.pulseSentTo(from, message.number())
                    .map(pulse -> role instanceof ReplicaRole replica
                            ? replica.show(pulse, renewed, message.version())
                            : new MeshReply.Retry())
                    .ifPresent(shown -> requests.complete(from, message.number(), shown));
        } else {
            requests.complete(from, message.number(), reply);
        }
    }

    /** A node that recovers for a newer view is followed before this node sees that view. */
    private void sendSummary(String from, MeshMessage.SummaryRequest request) {
        if (request.viewNumber() > newestView && !from.equals(context.self())) {
            newestView = request.viewNumber();
            becomeReplica(from);
        }
        if (role instanceof ReplicaRole replica && from.equals(replica.primary())) {
            replica.sendSummary(request);
        }
    }

    private static Optional<ReplicatedBoards> recover(RecoveringRole recovering, String from, MeshMessage message) {
        if (message instanceof MeshMessage.CopyReply copy) {
            return recovering.receiveCopy(from, copy);
        }
        recovering.addSummary(from, (MeshMessage.SummaryReply) message);
        return recovering.select();
    }

    // --- requests of this node ---

    public void submit(long number, MeshRequest request, long now) {
        context.setNow(now);
        requests.add(number, request);
        sendRequests();
    }

    /** Forgets a request whose caller has stopped waiting. */
    public void cancel(long number) {
        requests.cancel(number);
    }

    private void sendRequests() {
        if (role instanceof PrimaryRole primary) {
            requests.send(context.self(), (number, request) -> primary.handle(context.self(), number, request));
        } else if (role instanceof ReplicaRole replica && replica.canSend()) {
            requests.send(replica.primary(), replica::send);
        }
    }

    private void sendReply(PendingReplies.PendingReply reply) {
        if (reply.to().equals(context.self())) {
            requests.complete(reply.to(), reply.number(), reply.reply());
        } else {
            context.send(reply.to(), new MeshMessage.Reply(reply.number(), reply.version(), reply.reply()));
        }
    }

    /** Does whatever is due at this time. */
    public void tick(long now) {
        context.setNow(now);
        if (role instanceof RecoveringRole recovering) {
            recovering.select().ifPresent(base -> becomePrimary(recovering, base));
        } else if (role instanceof ReplicaRole replica) {
            replica.tick();
        } else if (role instanceof PrimaryRole primary) {
            primary.tick();
        }
        sendRequests();
    }

    /** Announces to the others that this node leaves. */
    public void leave() {
        context.sendToOthers(new MeshMessage.Leave());
    }
}
