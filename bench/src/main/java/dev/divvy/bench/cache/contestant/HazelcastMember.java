package dev.divvy.bench.cache.contestant;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.Partition;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** A Hazelcast member with a map without backups, or with synchronous ones; all other settings are defaults. */
final class HazelcastMember implements ClusterMember {

    private static final String MAP = "bench";
    private static final int CALLBACK_THREADS = 2;

    private final HazelcastInstance instance;
    private final IMap<String, byte[]> map;

    HazelcastMember(int port, List<Integer> peers, int backups) {
        Config config = new Config("bench");
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.getMapConfig(MAP).setBackupCount(backups);
        // With the default pool size, two processors spend their time on context switches.
        config.getExecutorConfig("hz:async").setPoolSize(CALLBACK_THREADS);
        config.getNetworkConfig().setPort(port).setPortAutoIncrement(false);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        JoinConfig join = config.getNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true);
        peers.forEach(peer -> join.getTcpIpConfig().addMember("127.0.0.1:" + peer));
        instance = Hazelcast.newHazelcastInstance(config);
        map = instance.getMap(MAP);
    }

    @Override
    public byte[] get(String key) {
        return Objects.requireNonNull(map.get(key));
    }

    @Override
    public void put(String key, byte[] value) {
        map.set(key, value);
    }

    @Override
    public CompletionStage<byte[]> getAsync(String key) {
        return map.getAsync(key);
    }

    @Override
    public CompletionStage<?> putAsync(String key, byte[] value) {
        return map.setAsync(key, value);
    }

    @Override
    public boolean isRemote(String key) {
        return !instance.getPartitionService().getPartition(key).getOwner().localMember();
    }

    /** Whether every member has at least half of an even share of the partitions: after a leave Hazelcast does not even them out. */
    @Override
    public boolean isStable(int members) {
        Set<com.hazelcast.cluster.Member> living = instance.getCluster().getMembers();
        if (living.size() != members) {
            return false;
        }
        Set<Partition> partitions = instance.getPartitionService().getPartitions();
        int enough = partitions.size() / members / 2;
        return partitions.stream()
                        .allMatch(partition -> partition.getOwner() != null && living.contains(partition.getOwner()))
                && living.stream()
                        .allMatch(member -> partitions.stream()
                                        .filter(partition -> member.equals(partition.getOwner()))
                                        .count()
                                >= enough);
    }

    @Override
    public boolean isProtected() {
        return instance.getPartitionService().isClusterSafe();
    }

    @Override
    public long size() {
        return map.getLocalMapStats().getOwnedEntryCount()
                + map.getLocalMapStats().getBackupEntryCount();
    }

    @Override
    public void close() {
        instance.shutdown();
    }
}
