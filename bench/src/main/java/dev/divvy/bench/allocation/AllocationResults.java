package dev.divvy.bench.allocation;

import dev.divvy.bench.report.Goal;
import dev.divvy.bench.report.Measurement;
import dev.divvy.bench.report.ResultRow;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/** Turns the JMH results of this package into rows of the summary: group, label and goal. */
public final class AllocationResults {

    private static final List<String> ORDER =
            List.of("KeyToOwner", "HashToOwner", "Replan", "CopyReplan", "FirstPlan", "StablePlan", "PeerReplan");

    private static final Goal KEY = Goal.withinAndNoGarbage(15);
    private static final Goal HASH = Goal.withinAndNoGarbage(2);
    private static final Goal FIRST = Goal.within(20_000_000);
    private static final Goal COPIES = Goal.within(50_000_000);
    private static final Goal STABLE = Goal.within(10_000_000);

    private AllocationResults() {}

    /** Returns the rows in reading order; JMH sorts by name. */
    public static List<ResultRow> of(Collection<RunResult> results) {
        return results.stream()
                .sorted(Comparator.comparing(result -> ORDER.indexOf(simpleClass(result.getParams()))))
                .map(AllocationResults::of)
                .toList();
    }

    static ResultRow of(RunResult result) {
        BenchmarkParams params = result.getParams();
        Measurement measurement = Measurement.of(result);
        String method = method(params);
        return switch (simpleClass(params)) {
            case "KeyToOwner" ->
                lookup(
                        Contenders.KEY_BYTES + "-byte key to owner, " + Contenders.MEMBERS + " members",
                        method,
                        measurement,
                        KEY);
            case "HashToOwner" ->
                lookup("hash to owner, " + Contenders.MEMBERS + " members", method, measurement, HASH);
            case "Replan" -> {
                RosterChange change = RosterChange.valueOf(params.getParam("change"));
                String history = params.getParam("history").toLowerCase(Locale.ROOT);
                yield ResultRow.ours(
                        change.title(), method + ", " + history, measurement, Goal.within(change.goalNanos));
            }
            case "CopyReplan" ->
                ResultRow.ours(
                        "one joins, leaves or changes its weight, " + params.getParam("copies") + " copies, "
                                + sizes(CopyReplan.TOKENS, CopyReplan.MEMBERS),
                        "plan, zones: " + params.getParam("zones")
                                + ("true".equals(params.getParam("settled")) ? "" : ", unsettled"),
                        measurement,
                        COPIES);
            case "FirstPlan" ->
                ResultRow.ours(
                        "from scratch, " + sizes(FirstPlan.TOKENS, RosterChange.MEMBERS), method, measurement, FIRST);
            case "StablePlan" ->
                ResultRow.ours(
                        "without history, " + sizes(StablePlan.TOKENS, StablePlan.MEMBERS),
                        method,
                        measurement,
                        STABLE);
            case "PeerReplan" -> {
                String group = "one joins or leaves, beside peers, " + sizes(PeerReplan.TOKENS, PeerReplan.MEMBERS);
                yield new ResultRow(group, method, method.equals("divvy"), measurement, Optional.empty());
            }
            default ->
                throw new IllegalArgumentException("no row is defined for the benchmark " + params.getBenchmark());
        };
    }

    /** Whether peers were measured, so that their moves are to be compared. */
    public static boolean compareMoves(Collection<RunResult> results) {
        return results.stream()
                .anyMatch(result -> simpleClass(result.getParams()).equals("PeerReplan"));
    }

    private static ResultRow lookup(String group, String method, Measurement measurement, Goal goal) {
        return switch (method) {
            case "divvy" -> ResultRow.ours(group, "divvy, " + Contenders.TOKENS + " tokens", measurement, goal);
            case "divvyMillionTokens" ->
                ResultRow.ours(group, "divvy, " + Contenders.MILLION + " tokens", measurement, goal);
            default -> ResultRow.peer(group, method, measurement);
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
