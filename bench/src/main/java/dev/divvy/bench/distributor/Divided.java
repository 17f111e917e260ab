package dev.divvy.bench.distributor;

import dev.divvy.bench.peer.Rebalancer;
import dev.divvy.distributor.Strategy;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.StoredLists;
import dev.divvy.distributor.table.TablePlanner;
import dev.divvy.distributor.table.ValidLists;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Units divided by a strategy of the distributor, in tables as they would hang in Redis. */
record Divided(Strategy strategy) implements Rebalancer<Divided.State> {

    /** Units, and the table that divides them. */
    record State(List<String> units, AssignmentTable table) {}

    /** How many units that are in both tables have another owner in the second. */
    static int moved(AssignmentTable before, AssignmentTable after) {
        Map<String, String> then = before.owners();
        return (int) after.owners().entrySet().stream()
                .filter(now ->
                        then.containsKey(now.getKey()) && !Objects.equals(then.get(now.getKey()), now.getValue()))
                .count();
    }

    static List<String> units(int count) {
        return IntStream.range(0, count).mapToObj(i -> "channel-" + i).toList();
    }

    State divide(List<String> units, List<String> services, AssignmentTable before) {
        ValidLists reading =
                ValidLists.of(new StoredLists(Map.of("services", services), units), "units", name -> Optional.empty());
        return new State(
                List.copyOf(units), new TablePlanner(strategy, false).table(reading, Set.copyOf(services), before));
    }

    @Override
    public String name() {
        return strategy.label();
    }

    @Override
    public State first(int pieces, List<String> members) {
        return divide(units(pieces), members, AssignmentTable.EMPTY);
    }

    @Override
    public State change(State before, List<String> members) {
        return divide(before.units, members, before.table);
    }

    @Override
    public String[] owners(State state) {
        Map<String, String> owners = state.table.owners();
        return state.units.stream().map(owners::get).toArray(String[]::new);
    }
}
