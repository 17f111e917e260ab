package dev.divvy.bench.cache.contestant;

import java.util.List;

/** The caches that are compared. */
public enum CacheKind {
    DIVVY("Divvy"),
    HAZELCAST("Hazelcast, embedded, no backups"),
    REDIS("Redis, one server (Lettuce)"),
    REDIS_CLUSTER("Redis cluster of 3 (Lettuce)"),
    NETTY_MAP("bare maps behind Netty, 2 servers");

    private final String title;

    CacheKind(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    public boolean isPeer() {
        return this != DIVVY && this != NETTY_MAP;
    }

    /** Starts a member on this port, with these ports as its peers, and waits until it serves. */
    public ClusterMember member(int port, List<Integer> peers) throws Exception {
        if (this == DIVVY) {
            DivvyMember member = new DivvyMember(port, peers);
            member.awaitServing();
            return member;
        }
        return new HazelcastMember(port, peers);
    }

    /** Returns access to the cache: as a member on the first of these ports, or as a client of the servers on them. */
    public Contestant connect(List<Integer> ports) throws Exception {
        return switch (this) {
            case DIVVY, HAZELCAST -> member(ports.get(0), ports);
            case REDIS -> RedisContestant.standalone(ports.get(0));
            case REDIS_CLUSTER -> RedisContestant.cluster(ports.get(0));
            case NETTY_MAP -> new NettyMapClient(ports);
        };
    }
}
