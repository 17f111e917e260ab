package dev.divvy.bench.distributor;

/**
 * How much is measured.
 *
 * @param services among which the units are divided
 * @param units that are divided
 * @param changes services that leave and join, one after the other
 * @param pings how many are pinged, and how often
 * @param takeovers how often something is killed, in each of the ways
 * @param events joins and leaves of which the moves are counted
 */
record Extent(int services, int units, int changes, Pings pings, int takeovers, int events) {

    /**
     * Whom to ping.
     *
     * @param services all of them, those that do not live included
     * @param refused at whose address nobody listens
     * @param hung that are connected to and never answer
     * @param rounds after the first
     */
    record Pings(int services, int refused, int hung, int rounds) {}

    static final Extent FULL = new Extent(1_000, 100_000, 5, new Pings(1_000, 300, 20, 20), 5, 200);
    static final Extent QUICK = new Extent(200, 20_000, 2, new Pings(200, 60, 10, 4), 1, 40);

    static Extent of(boolean quick) {
        return quick ? QUICK : FULL;
    }
}
