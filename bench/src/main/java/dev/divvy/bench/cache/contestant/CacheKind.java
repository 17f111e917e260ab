package dev.divvy.bench.cache.contestant;

import java.util.List;

/** The caches that are compared. */
public enum CacheKind {
    DIVVY("Divvy"),
    DIVVY_COPY("Divvy, one copy"),
    HAZELCAST("Hazelcast, embedded, no backups"),
    HAZELCAST_COPY("Hazelcast, embedded, one synchronous backup"),
    REDIS("Redis, one server (Lettuce)"),
    REDIS_COPY("Redis, one replica, WAIT 1 100 after each write (Lettuce)"),
    REDIS_CLUSTER("Redis cluster of 3 (Lettuce)"),
    MEMCACHED("memcached, one server (spymemcached)"),
    NETTY_MAP("bare maps behind Netty, 2 servers");

    /** The contestants that keep each entry once. */
    public static final List<CacheKind> WITHOUT_COPIES = List.of(DIVVY, HAZELCAST, REDIS, REDIS_CLUSTER, NETTY_MAP);

    /** The contestants that keep a copy of each entry in another process. */
    public static final List<CacheKind> WITH_A_COPY = List.of(DIVVY_COPY, HAZELCAST_COPY, REDIS_COPY);

    /** The contestants that applications use with the default options of Java, without a look at a cluster. */
    public static List<CacheKind> withoutOptions() {
        return ContestantProcesses.hasMemcached() ? List.of(DIVVY, REDIS, MEMCACHED) : List.of(DIVVY, REDIS);
    }

    private final String title;

    CacheKind(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    public boolean isDivvy() {
        return this == DIVVY || this == DIVVY_COPY;
    }

    public boolean isPeer() {
        return !isDivvy() && this != NETTY_MAP;
    }

    private int backups() {
        return WITH_A_COPY.contains(this) ? 1 : 0;
    }

    /** Starts a member on this port, with these ports as its peers, and waits until it serves. */
    public ClusterMember member(int port, List<Integer> peers) throws Exception {
        if (isDivvy()) {
            DivvyMember member =
                    new DivvyMember(DivvyMember.settings(port, peers).withBackups(backups()));
            member.awaitServing();
            return member;
        }
        return new HazelcastMember(port, peers, backups());
    }

    /** Returns access to the cache: as a member on the first of these ports, or as a client of the servers on them. */
    public Contestant connect(List<Integer> ports) throws Exception {
        return switch (this) {
            case DIVVY, DIVVY_COPY, HAZELCAST, HAZELCAST_COPY -> member(ports.get(0), ports);
            case REDIS_COPY -> RedisReplicaContestant.connect(ports.get(0));
            case REDIS -> RedisContestant.standalone(ports.get(0));
            case REDIS_CLUSTER -> RedisContestant.cluster(ports.get(0));
            case MEMCACHED -> new MemcachedContestant(ports.get(0));
            case NETTY_MAP -> new NettyMapClient(ports);
        };
    }
}
