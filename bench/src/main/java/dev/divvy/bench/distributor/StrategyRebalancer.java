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

/** Divides units by a strategy of the distributor, into tables as they are stored in Redis. */
record StrategyRebalancer(Strategy strategy) implements Rebalancer<StrategyRebalancer.State> {

    /** Units, and the table that divides them. */
    record State(List<String> units, AssignmentTable table) {}

    /** Counts the units in both tables that have another owner in the second. */
    static int moved(AssignmentTable before, AssignmentTable after) {
        Map<String, String> ownersBefore = before.owners();
        return (int) after.owners().entrySet().stream()
                .filter(entry -> ownersBefore.containsKey(entry.getKey())
                        && !Objects.equals(ownersBefore.get(entry.getKey()), entry.getValue()))
                .count();
    }

    static List<String> units(int count) {
        return IntStream.range(0, count).mapToObj(i -> "channel-" + i).toList();
    }

    State divide(List<String> units, List<String> services, AssignmentTable before) {
        ValidLists lists =
                ValidLists.of(new StoredLists(Map.of("services", services), units), "units", name -> Optional.empty());
        return new State(
                List.copyOf(units), new TablePlanner(strategy, false).table(lists, Set.copyOf(services), before));
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
