package dev.divvy.cache.replication.protocol;

import dev.divvy.cache.replication.protocol.Scope.Freedom;
import java.util.ArrayList;
import java.util.List;

/** The steps that may be possible in a state of a search. */
final class PossibleSteps {

    private final SearchedWorld world;

    PossibleSteps(SearchedWorld world) {
        this.world = world;
    }

    /** Returns the steps that may be possible, in a fixed order. */
    List<Step> all() {
        List<Step> steps = new ArrayList<>();
        for (int life = 0; life < world.nodes.length; life++) {
            if (world.nodes[life].alive) {
                addSteps(steps, life);
            } else if (world.isPresent(life)) {
                steps.add(new Step(StepKind.REMOVE_DEAD, life));
            } else if (!Lives.has(world.born, life) && Lives.has(world.born, life - 1)) {
                steps.add(new Step(StepKind.JOIN, life));
            }
        }
        if (world.epoch < world.scope.epochs()) {
            addRecords(steps);
        }
        return steps;
    }

    private void addSteps(List<Step> steps, int life) {
        SearchedNode node = world.nodes[life];
        if (!world.isPresent(life)) {
            steps.add(new Step(StepKind.LEARN_EJECTION, life));
        } else if (world.scope.has(Freedom.LATE_SIGHTINGS)) {
            steps.add(new Step(node.fetched == null ? StepKind.FETCH_SIGHTING : StepKind.APPLY_SIGHTING, life));
        } else {
            steps.add(new Step(StepKind.SEE, life));
        }
        OwnerPhase phase = node.owner().phase;
        for (int other = 0; other < world.nodes.length; other++) {
            int waiting = world.links[other][life].messages().size();
            for (int i = 0; i < (world.is(Mistake.CHANGES_REORDERED) ? waiting : Math.min(1, waiting)); i++) {
                steps.add(new Step(StepKind.RECEIVE, life, other, i));
            }
            if (!world.lateLinks[other][life].messages().isEmpty()) {
                steps.add(new Step(StepKind.RECEIVE_LATE, life, other, 0));
            }
            if (node.owner().copying.isMissing(Lives.at(other))) {
                steps.add(new Step(StepKind.BEGIN_COPY, life, other, 0));
            } else if (node.owner().copying.isRunning(Lives.at(other))
                    && !new OwnerSteps(world).isEndSent(life, other)) {
                steps.add(new Step(StepKind.END_COPY, life, other, 0));
            }
        }
        if (phase == OwnerPhase.SERVING) {
            addOwnerSteps(steps, node);
        } else if (phase == OwnerPhase.CLOSED && node.replies.isEmpty()) {
            steps.add(new Step(StepKind.RELEASE, life));
        }
        if (world.is(Mistake.GIVES_UP_ON_SLOW_COPY) && !node.replies.isEmpty()) {
            steps.add(new Step(StepKind.ANSWER_ANYWAY, life));
        }
        if (world.crashes > 0 && world.hasOthers(life)) {
            steps.add(new Step(StepKind.CRASH, life));
        }
        if (world.ejections > 0 && world.isPresent(life) && world.hasOthers(life)) {
            steps.add(new Step(StepKind.EJECT, life));
        }
        for (int other = life + 1; other < world.nodes.length && world.breaks > 0; other++) {
            steps.add(new Step(StepKind.BREAK_LINK, life, other, 0));
        }
    }

    private void addOwnerSteps(List<Step> steps, SearchedNode node) {
        if (!node.isOwnTenure()) {
            steps.add(new Step(StepKind.CLOSE, node.life));
        }
        if (world.reads > 0 && mayReply(node, true)) {
            steps.add(new Step(StepKind.READ, node.life));
        }
        if (world.writes > 0 && world.lastWrite < Log.CAPACITY && Log.length(node.log()) < Log.CAPACITY) {
            steps.add(new Step(StepKind.WRITE, node.life));
        }
        if (world.scope.has(Freedom.TRIMS) && mayTrim(node)) {
            steps.add(new Step(StepKind.TRIM, node.life));
        }
    }

    /** Whether the owner keeps a change that all have, or a replica that follows keeps one that its owner does not, and is not being told. */
    private boolean mayTrim(SearchedNode node) {
        TokenReplica<Long> owner = node.replica;
        Position to = owner.rules.trimmedTo(owner.recent, owner.position);
        Position stable = owner.owner.others.stablePosition(owner.owner.tenure);
        if (stable != null
                && owner.recent.size() > 0
                && owner.recent.all().items().get(0).position().compareTo(stable) <= 0) {
            return true;
        }
        return owner.owner.others.byIncarnation.entrySet().stream().anyMatch(entry -> {
            int other = Lives.number(entry.getKey());
            TokenReplica<Long> replica = world.nodes[other].replica;
            return entry.getValue().follows()
                    && world.nodes[other].alive
                    && replica.recent.start().compareTo(to) < 0
                    && replica.recent.size() > 0
                    && world.links[node.life][other].messages().isEmpty();
        });
    }

    boolean mayReply(SearchedNode node, boolean read) {
        return node.leased || node.answersCount || (read && world.is(Mistake.NO_LEASE_FOR_READS));
    }

    private void addRecords(List<Step> steps) {
        int most = Math.min(world.scope.backups(), Integer.bitCount(world.present) - 1);
        for (int owner = 0; owner < world.nodes.length; owner++) {
            if (world.isPresent(owner)) {
                int others = world.present & ~(1 << owner);
                // Every subset of the others, from all of them down to none.
                for (int copies = others; ; copies = (copies - 1) & others) {
                    int count = Integer.bitCount(copies);
                    if (count == most || (world.scope.has(Freedom.FEWER_COPIES) && count < most)) {
                        steps.add(new Step(StepKind.PUBLISH, owner, copies, 0));
                    }
                    if (copies == 0) {
                        break;
                    }
                }
            }
        }
    }
}
