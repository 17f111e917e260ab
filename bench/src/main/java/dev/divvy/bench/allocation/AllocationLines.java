package dev.divvy.bench.allocation;

import dev.divvy.bench.report.Goal;
import dev.divvy.bench.report.Line;
import dev.divvy.bench.report.Measured;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/** What the results of this package's benchmarks mean: where each stands, what it is called and what it must keep to. */
public final class AllocationLines {

    private static final List<String> ORDER =
            List.of("KeyToOwner", "HashToOwner", "Replan", "FirstPlan", "StablePlan", "PeerReplan");

    private static final Goal KEY = Goal.withinAndNoGarbage(15);
    private static final Goal HASH = Goal.withinAndNoGarbage(2);
    private static final Goal FIRST = Goal.within(20_000_000);
    private static final Goal STABLE = Goal.within(10_000_000);

    private AllocationLines() {}

    /** In the order in which people read them; JMH goes by the alphabet. */
    public static List<Line> of(Collection<RunResult> results) {
        return results.stream()
                .sorted(Comparator.comparing(result -> ORDER.indexOf(simpleClass(result.getParams()))))
                .map(AllocationLines::of)
                .toList();
    }

    static Line of(RunResult result) {
        BenchmarkParams params = result.getParams();
        Measured measured = Measured.of(result);
        String method = method(params);
        return switch (simpleClass(params)) {
            case "KeyToOwner" ->
                lookup(
                        Contenders.KEY_BYTES + "-byte key to owner, " + Contenders.MEMBERS + " members",
                        method,
                        measured,
                        KEY);
            case "HashToOwner" -> lookup("hash to owner, " + Contenders.MEMBERS + " members", method, measured, HASH);
            case "Replan" -> {
                Scene scene = Scene.valueOf(params.getParam("scene"));
                String past = params.getParam("past").toLowerCase(Locale.ROOT);
                yield Line.ours(scene.title(), method + ", " + past, measured, Goal.within(scene.goalNanos));
            }
            case "FirstPlan" ->
                Line.ours("from scratch, " + sizes(FirstPlan.TOKENS, Scene.MEMBERS), method, measured, FIRST);
            case "StablePlan" ->
                Line.ours("without history, " + sizes(StablePlan.TOKENS, StablePlan.MEMBERS), method, measured, STABLE);
            case "PeerReplan" -> {
                String group = "one joins or leaves, beside peers, " + sizes(PeerReplan.TOKENS, PeerReplan.MEMBERS);
                yield new Line(group, method, method.equals("divvy"), measured, Optional.empty());
            }
            default -> throw new IllegalArgumentException("say here what " + params.getBenchmark() + " means");
        };
    }

    /** Whether peers replanned too, so that what they move is of interest. */
    public static boolean compareMoves(Collection<RunResult> results) {
        return results.stream()
                .anyMatch(result -> simpleClass(result.getParams()).equals("PeerReplan"));
    }

    private static Line lookup(String group, String method, Measured measured, Goal goal) {
        return switch (method) {
            case "divvy" -> Line.ours(group, "divvy, " + Contenders.TOKENS + " tokens", measured, goal);
            case "divvyMillionTokens" -> Line.ours(group, "divvy, " + Contenders.MILLION + " tokens", measured, goal);
            default -> Line.peer(group, method, measured);
        };
    }

    private static String sizes(int tokens, int members) {
        return tokens + " tokens, " + members + " members";
    }

    private static String simpleClass(BenchmarkParams params) {
        String name = params.getBenchmark();
        int dot = name.lastIndexOf('.');
        return name.substring(name.lastIndexOf('.', dot - 1) + 1, dot);
    }

    private static String method(BenchmarkParams params) {
        return params.getBenchmark().substring(params.getBenchmark().lastIndexOf('.') + 1);
    }
}
