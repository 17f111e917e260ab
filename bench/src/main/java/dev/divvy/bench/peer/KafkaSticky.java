package dev.divvy.bench.peer;

import dev.divvy.bench.peer.KafkaSticky.Assigned;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.TopicPartition;

/**
 * Kafka's cooperative sticky assignor: one topic with one partition per piece; each consumer reports the partitions that it owns. A
 * partition that changes owner is unassigned in the first round and assigned to its new owner in the second; only the first is timed.
 */
public final class KafkaSticky implements Rebalancer<Assigned> {

    private static final String TOPIC = "pieces";

    /** The partitions of each consumer, in a generation of the group. */
    public record Assigned(int pieces, int generation, Map<String, List<TopicPartition>> owned) {}

    @Override
    public String name() {
        return "kafka cooperative sticky";
    }

    @Override
    public Assigned first(int pieces, List<String> members) {
        return change(new Assigned(pieces, 0, Map.of()), members);
    }

    @Override
    public Assigned change(Assigned before, List<String> members) {
        Map<String, Subscription> subscriptions = new TreeMap<>();
        for (String member : members) {
            List<TopicPartition> owned = before.owned.getOrDefault(member, List.of());
            subscriptions.put(
                    member, new Subscription(List.of(TOPIC), null, owned, before.generation, Optional.empty()));
        }
        Map<String, List<TopicPartition>> assignment =
                new CooperativeStickyAssignor().assign(Map.of(TOPIC, before.pieces), subscriptions);
        return new Assigned(before.pieces, before.generation + 1, assignment);
    }

    @Override
    public Assigned settle(Assigned changed, List<String> members) {
        return change(changed, members);
    }

    @Override
    public String[] owners(Assigned state) {
        String[] owners = new String[state.pieces];
        for (Map.Entry<String, List<TopicPartition>> entry : state.owned.entrySet()) {
            entry.getValue().forEach(partition -> owners[partition.partition()] = entry.getKey());
        }
        return owners;
    }
}
