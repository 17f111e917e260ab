package dev.divvy.cache.replication.protocol;

import dev.divvy.cache.replication.protocol.Scope.Freedom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Visits every state of a scope, breadth first, and returns the shortest way to a violation. */
final class ExhaustiveSearch {

    /**
     * The result of a search.
     *
     * @param complete whether every reachable state was visited
     * @param violation the invariant that was violated; empty when none was
     * @param trace the steps to the violation
     */
    record Result(int states, int depth, boolean complete, Optional<String> violation, List<Step> trace) {

        /** Returns the violation with all states on the way to it. */
        String explain(Scope scope, Mistake mistake) {
            StringBuilder text = new StringBuilder(violation.orElse("nothing found"))
                    .append(" after ")
                    .append(trace.size())
                    .append(" steps, ")
                    .append(states)
                    .append(" states\n");
            SearchedWorld world = InitialWorld.create(scope, mistake);
            for (Step step : trace) {
                world = world.after(step).orElseThrow();
                text.append("  ")
                        .append(step.kind())
                        .append(' ')
                        .append(step.life())
                        .append(' ')
                        .append(step.other());
                text.append("  -> ").append(world).append('\n');
            }
            return text.toString();
        }
    }

    private final Scope scope;
    private final Mistake mistake;
    private final int limit;
    private final List<Step> prefix;
    private final Fingerprints seen = new Fingerprints();
    private final IntList parents = new IntList();
    private final List<Step> steps = new ArrayList<>();

    ExhaustiveSearch(Scope scope, Mistake mistake, int limit) {
        this(scope, mistake, limit, List.of());
    }

    /** @param prefix the steps after which the search begins, for a violation that is too far away otherwise */
    ExhaustiveSearch(Scope scope, Mistake mistake, int limit, List<Step> prefix) {
        this.scope = scope;
        this.mistake = mistake;
        this.limit = limit;
        this.prefix = prefix;
    }

    Result run() {
        SearchedWorld first = InitialWorld.create(scope, mistake);
        for (Step step : prefix) {
            first = first.after(step).orElseThrow(() -> new IllegalArgumentException(step + " is not possible"));
        }
        boolean unused = seen.add(first.fingerprint());
        parents.add(0);
        steps.add(new Step(StepKind.SEE, 0)); // the first state has no step before it
        List<SearchedWorld> level = List.of(first);
        int base = 0;
        for (int depth = 0; !level.isEmpty(); depth++) {
            List<SearchedWorld> next = new ArrayList<>();
            for (int i = 0; i < level.size(); i++) {
                Optional<Result> found = expand(level.get(i), base + i, next, depth);
                if (found.isPresent()) {
                    return found.get();
                }
                if (seen.size() >= limit) {
                    return new Result(seen.size(), depth, false, Optional.empty(), List.of());
                }
            }
            base += level.size();
            level = next;
        }
        return new Result(seen.size(), 0, true, Optional.empty(), List.of());
    }

    private Optional<Result> expand(SearchedWorld world, int index, List<SearchedWorld> next, int depth) {
        long self = world.fingerprint();
        boolean moves = false;
        for (Step step : world.steps()) {
            Optional<SearchedWorld> reached = world.after(step);
            if (reached.isEmpty()) {
                continue;
            }
            SearchedWorld after = reached.get();
            if (after.violation.isPresent()) {
                return Optional.of(found(after.violation.get(), index, step, depth));
            }
            long fingerprint = after.fingerprint();
            moves |= step.kind().isCalm() && fingerprint != self;
            if (after.losses <= 1 && seen.add(fingerprint)) {
                parents.add(index);
                steps.add(step);
                next.add(after);
            }
        }
        // A sighting can always be fetched, so such a state is never at rest.
        Optional<String> wrong = moves || scope.has(Freedom.LATE_SIGHTINGS) ? Optional.empty() : world.restlessness();
        return wrong.map(name -> new Result(seen.size(), depth, false, Optional.of(name), trace(index)));
    }

    private Result found(String name, int index, Step last, int depth) {
        List<Step> trace = trace(index);
        trace.add(last);
        return new Result(seen.size(), depth, false, Optional.of(name), trace);
    }

    private List<Step> trace(int index) {
        List<Step> trace = new ArrayList<>();
        for (int at = index; at != 0; at = parents.get(at)) {
            trace.add(steps.get(at));
        }
        Collections.reverse(trace);
        trace.addAll(0, prefix);
        return trace;
    }
}
