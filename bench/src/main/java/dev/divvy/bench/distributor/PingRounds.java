package dev.divvy.bench.distributor;

import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
import dev.divvy.distributor.PingSettings;
import dev.divvy.distributor.ping.PingResult;
import dev.divvy.distributor.ping.Pinger;
import dev.divvy.testservers.process.TestProcess;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/** Ping rounds, one per poll interval: with all services alive, and with some dead or hung. */
final class PingRounds implements BenchmarkPart {

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final PingSettings SETTINGS = PingSettings.defaults();
    private static final double BEYOND_TIMEOUT_MILLIS = 300;

    private final DistributorScale.Pings scale;

    PingRounds(DistributorScale.Pings scale) {
        this.scale = scale;
    }

    @Override
    public void run(Report report) throws Exception {
        int half = scale.services() / 2;
        try (TestProcess firstHalf = ServicesProcess.start("services", half);
                TestProcess secondHalf = ServicesProcess.start("other services", scale.services() - half)) {
            List<String> alive = new ArrayList<>(ServicesProcess.addresses(firstHalf, half));
            alive.addAll(ServicesProcess.addresses(secondHalf, scale.services() - half));
            String all = String.format(Locale.ROOT, "ping round, %,d services", alive.size());
            measure(
                    report,
                    all,
                    alive,
                    List.of(),
                    (double) INTERVAL.toMillis(),
                    "below 1 s, the poll interval, each time");
            withDead(report, alive.subList(0, alive.size() - scale.refused() - scale.hung()));
        }
        report.note("ping: services in two JVMs with a gRPC server each, timeout "
                + SETTINGS.timeout().toMillis() + " ms, a round every second; the first round connects to all of them");
    }

    private void withDead(Report report, List<String> alive) throws Exception {
        List<ServerSocket> hung = new ArrayList<>();
        try {
            List<String> dead = new ArrayList<>();
            for (int i = 0; i < scale.hung(); i++) {
                // The kernel accepts the connection, and no process answers.
                hung.add(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
                dead.add("127.0.0.1:" + hung.get(i).getLocalPort());
            }
            for (int i = 0; i < scale.refused(); i++) {
                // No process listens on port 1 of these loopback addresses.
                dead.add("127.77." + i / 250 + "." + (i % 250 + 1) + ":1");
            }
            String part = String.format(
                    Locale.ROOT,
                    "ping round, %,d services, of which %d refuse and %d hang",
                    scale.services(),
                    scale.refused(),
                    scale.hung());
            double goal = SETTINGS.timeout().toMillis() + BEYOND_TIMEOUT_MILLIS;
            measure(report, part, alive, dead, goal, "below timeout + 300 ms each time");
        } finally {
            for (ServerSocket socket : hung) {
                socket.close();
            }
        }
    }

    private void measure(
            Report report, String part, List<String> alive, List<String> dead, double goalMillis, String goal)
            throws ExecutionException, InterruptedException {
        List<String> services = new ArrayList<>(alive);
        services.addAll(dead);
        Collections.shuffle(services, new Random(1));
        double[] millis = new double[scale.rounds()];
        try (Pinger pinger = new Pinger(SETTINGS)) {
            Round first = Round.of(pinger, services, Set.copyOf(dead));
            report.progress(part + ", the first: " + Math.round(first.millis()) + " ms, wrong " + first.wrong());
            int wrong = 0;
            long next = System.nanoTime();
            for (int i = 0; i < millis.length; i++) {
                next = Math.max(next + INTERVAL.toNanos(), System.nanoTime());
                Timing.sleepUntil(next);
                Round round = Round.of(pinger, services, Set.copyOf(dead));
                millis[i] = round.millis();
                wrong += round.wrong();
            }
            Samples later = new Samples(millis);
            report.progress(part + ", later: " + Math.round(later.median()) + " ms, wrong " + wrong);
            report.add(Figure.plain(part, "the first round", "ms", new Samples(new double[] {first.millis()})));
            report.add(Figure.plain(part, "wrong results in it", "", new Samples(new double[] {first.wrong()})));
            report.add(Figure.judged(part, "later rounds", "ms", later, goal, later.most() < goalMillis));
            // Services found dead in the first round are connected to again.
            report.add(Figure.plain(part, "of these, the second round", "ms", new Samples(new double[] {millis[0]})));
            report.add(Figure.judged(
                    part, "wrong results in them", "", new Samples(new double[] {wrong}), "0", wrong == 0));
        }
    }

    /**
     * The time and the errors of one round.
     *
     * @param wrong the services that are alive and were found dead, or the reverse
     */
    private record Round(double millis, int wrong) {

        static Round of(Pinger pinger, List<String> services, Set<String> dead)
                throws ExecutionException, InterruptedException {
            long began = System.nanoTime();
            Map<String, PingResult> results = pinger.round(services).get();
            double millis = Timing.millis(System.nanoTime() - began);
            int wrong = (int) results.entrySet().stream()
                    .filter(result -> result.getValue().alive() == dead.contains(result.getKey()))
                    .count();
            return new Round(millis, wrong);
        }
    }
}
