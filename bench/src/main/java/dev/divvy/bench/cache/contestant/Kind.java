package dev.divvy.bench.cache.contestant;

import java.util.List;

/** Who is measured. */
public enum Kind {
    DIVVY("Divvy"),
    HAZELCAST("Hazelcast, embedded, no backups"),
    REDIS("Redis, one server (Lettuce)"),
    REDIS_CLUSTER("Redis cluster of 3 (Lettuce)"),
    FLOOR("bare maps behind Netty, 2 servers");

    private final String title;

    Kind(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    public boolean isPeer() {
        return this != DIVVY && this != FLOOR;
    }

    /** A member on this port, with these as its peers. It serves. */
    public Member member(int port, List<Integer> peers) throws Exception {
        if (this == DIVVY) {
            DivvyMember member = new DivvyMember(port, peers);
            member.awaitServing();
            return member;
        }
        return new HazelcastMember(port, peers);
    }

    /** Uses it: as a member on the first of these ports, or as a client of who listens on them. */
    public Contestant use(List<Integer> ports) throws Exception {
        return switch (this) {
            case DIVVY, HAZELCAST -> member(ports.get(0), ports);
            case REDIS -> RedisContestant.alone(ports.get(0));
            case REDIS_CLUSTER -> RedisContestant.cluster(ports.get(0));
            case FLOOR -> new Floor(ports);
        };
    }
}
