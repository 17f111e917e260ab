package dev.divvy.cache.replication.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A random way through a scope that is too large to visit every state: faults come at any moment; then nothing fails any more, and
 * everything must come to rest.
 */
final class RandomWalk {

    private static final int CALM_WEIGHT = 30;
    private static final int SIGHTING_WEIGHT = 6;
    private static final int MOST_CALM_STEPS = 3000;

    /**
     * The end of a walk.
     *
     * @param faults the crashes, ejections and broken connections
     * @param violation the invariant that was violated; empty when none was
     */
    record Result(int faults, int losses, Optional<String> violation, List<Step> trace) {}

    private final SplittableRandom random;
    private final int length;
    private final List<Step> trace = new ArrayList<>();
    private final int faultWeight;
    private final int recordWeight;
    private final int commandWeight;
    private SearchedWorld world;
    private int faults;

    RandomWalk(Scope scope, Mistake mistake, long seed, int length) {
        this.random = new SplittableRandom(seed);
        this.length = length;
        this.world = InitialWorld.create(scope, mistake);
        this.faultWeight = 3 + random.nextInt(15);
        this.recordWeight = 1 + random.nextInt(8);
        this.commandWeight = 1 + random.nextInt(8);
    }

    Result run() {
        for (int i = 0; i < length && world.violation.isEmpty(); i++) {
            boolean unused = takeRandomStep(false);
        }
        for (int i = 0; i < MOST_CALM_STEPS && world.violation.isEmpty(); i++) {
            if (!takeRandomStep(true)) {
                return result(world.restlessness());
            }
        }
        return result(world.violation.isPresent() ? world.violation : Optional.of("NOT_AT_REST: always busy"));
    }

    private Result result(Optional<String> violation) {
        return new Result(faults, world.losses, violation, trace);
    }

    /** Takes a step that changes something; returns whether there is one. */
    private boolean takeRandomStep(boolean calm) {
        List<Step> steps = world.steps();
        int total = 0;
        for (Step step : steps) {
            total += weight(step.kind(), calm);
        }
        while (total > 0) {
            int at = random.nextInt(total);
            int index = 0;
            while (at >= weight(steps.get(index).kind(), calm)) {
                at -= weight(steps.get(index++).kind(), calm);
            }
            Step step = steps.remove(index);
            if (take(step)) {
                return true;
            }
            total -= weight(step.kind(), calm);
        }
        return false;
    }

    private boolean take(Step step) {
        Optional<SearchedWorld> after = world.after(step);
        if (after.isEmpty() || after.get().fingerprint() == world.fingerprint()) {
            return false;
        }
        world = after.get();
        trace.add(step);
        if (step.kind().isFault()) {
            faults++;
        }
        return true;
    }

    private int weight(StepKind kind, boolean calm) {
        if (kind.isCalm()) {
            return kind == StepKind.SEE ? SIGHTING_WEIGHT : CALM_WEIGHT;
        }
        if (calm) {
            return 0;
        }
        return switch (kind) {
            case READ, WRITE -> commandWeight;
            case PUBLISH -> recordWeight;
            default -> faultWeight;
        };
    }
}
