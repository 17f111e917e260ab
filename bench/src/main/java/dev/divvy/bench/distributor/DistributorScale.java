package dev.divvy.bench.distributor;

/**
 * The size of the benchmark.
 *
 * @param services the services that share the units
 * @param units the number of units
 * @param changes the services that leave and join, one after the other
 * @param pings the size of the ping rounds
 * @param takeovers the number of repetitions of each kind of failure
 * @param events the joins and leaves whose moves are counted
 */
record DistributorScale(int services, int units, int changes, Pings pings, int takeovers, int events) {

    /**
     * The services to ping.
     *
     * @param services all services, including those that do not answer
     * @param refused the services whose address refuses connections
     * @param hung the services that accept a connection and never answer
     * @param rounds the rounds after the first
     */
    record Pings(int services, int refused, int hung, int rounds) {}

    static final DistributorScale FULL = new DistributorScale(1_000, 100_000, 5, new Pings(1_000, 300, 20, 20), 5, 200);
    static final DistributorScale QUICK = new DistributorScale(200, 20_000, 2, new Pings(200, 60, 10, 4), 1, 40);

    static DistributorScale of(boolean quick) {
        return quick ? QUICK : FULL;
    }
}
