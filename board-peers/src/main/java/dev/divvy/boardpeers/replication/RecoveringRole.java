package dev.divvy.boardpeers.replication;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** A node that is about to become the primary: it asks the others for summaries of their copies, and fetches the copy that is continued. */
final class RecoveringRole implements NodeRole {

    private final MeshContext context;
    private final ReplicatedBoards boards;

    /** Whether several views became one: the others may have gone on without this node. */
    private final boolean merged;

    private final Map<String, CopySummary> summaries = new TreeMap<>();

    /** The node that was asked for its copy and has not sent it; empty when there is none. */
    private String fetchingFrom = "";

    private long deadline;

    RecoveringRole(MeshContext context, ReplicatedBoards boards, boolean merged) {
        this.context = context;
        this.boards = boards;
        this.merged = merged;
        summaries.put(context.self(), boards.summary(context.age()));
        startTimeout();
        context.sendToOthers(new MeshMessage.SummaryRequest(viewNumber()));
    }

    @Override
    public String primary() {
        return context.self();
    }

    @Override
    public ReplicatedBoards boards() {
        return boards;
    }

    @Override
    public boolean isBusy() {
        return true;
    }

    private long viewNumber() {
        return context.view().number();
    }

    boolean isMerged() {
        return merged;
    }

    /** After a split it waits until no lease is left that another primary gave: then nothing is held twice, whichever copy is continued. */
    private void startTimeout() {
        MeshLimits limits = context.limits();
        deadline = context.now() + (merged ? limits.mergeTimeout() : limits.recoveryTimeout()).toNanos();
    }

    private boolean isTimedOut() {
        return context.now() - deadline >= 0;
    }

    void addSummary(String node, MeshMessage.SummaryReply reply) {
        if (reply.viewNumber() == viewNumber() && context.view().contains(node) && fetchingFrom.isEmpty()) {
            summaries.put(node, reply.summary());
        }
    }

    /** Whether everything that was answered is in this copy, as far as this node can know. */
    boolean isComplete(CopySummary base) {
        return base.isComplete(summaries.keySet())
                && (!merged || summaries.keySet().containsAll(context.view().nodes()));
    }

    /** Returns the sides of a split whose histories end when this copy is continued. */
    List<String> endedBy(CopySummary base) {
        return CopySelection.ended(base, summaries.values());
    }

    /** Returns the boards to continue, as soon as they are known. A node that does not send its copy in time counts as silent. */
    Optional<ReplicatedBoards> select() {
        if (!fetchingFrom.isEmpty() && isTimedOut()) {
            summaries.remove(fetchingFrom);
            fetchingFrom = "";
        }
        if (!fetchingFrom.isEmpty()
                || !(summaries.keySet().containsAll(context.view().nodes()) || isTimedOut())) {
            return Optional.empty();
        }
        String best = CopySelection.select(summaries);
        StateVersion version = Objects.requireNonNull(summaries.get(best)).version();
        if (version.isNone()) {
            return Optional.of(ReplicatedBoards.NONE);
        }
        if (version.equals(boards.version())) {
            return Optional.of(boards);
        }
        fetchingFrom = best;
        startTimeout();
        context.send(best, new MeshMessage.CopyRequest(viewNumber()));
        return Optional.empty();
    }

    /** Returns the boards to continue, if this is the copy that was asked for. */
    Optional<ReplicatedBoards> receiveCopy(String from, MeshMessage.CopyReply reply) {
        if (reply.viewNumber() != viewNumber() || !fetchingFrom.equals(from)) {
            return Optional.empty();
        }
        context.setAge(reply.age());
        return Optional.of(reply.boards());
    }
}
