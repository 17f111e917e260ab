package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Moments;
import dev.divvy.bench.live.Part;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Spread;
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

/** Rounds of pings, one every poll interval: when all services live, and when some are dead or hang. */
final class Ping implements Part {

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final PingSettings SETTINGS = PingSettings.defaults();
    private static final double BEYOND_TIMEOUT_MILLIS = 300;

    private final Extent.Pings extent;

    Ping(Extent.Pings extent) {
        this.extent = extent;
    }

    @Override
    public void run(Report report) throws Exception {
        int half = extent.services() / 2;
        try (TestProcess some = ServicesProcess.start("services", half);
                TestProcess others = ServicesProcess.start("other services", extent.services() - half)) {
            List<String> living = new ArrayList<>(ServicesProcess.addresses(some, half));
            living.addAll(ServicesProcess.addresses(others, extent.services() - half));
            String all = String.format(Locale.ROOT, "ping round, %,d services", living.size());
            measure(
                    report,
                    all,
                    living,
                    List.of(),
                    (double) INTERVAL.toMillis(),
                    "below 1 s, the poll interval, each time");
            withDead(report, living.subList(0, living.size() - extent.refused() - extent.hung()));
        }
        report.note("ping: services in two JVMs with a gRPC server each, timeout "
                + SETTINGS.timeout().toMillis() + " ms, a round every second; the first round connects to all of them");
    }

    private void withDead(Report report, List<String> living) throws Exception {
        List<ServerSocket> hung = new ArrayList<>();
        try {
            List<String> dead = new ArrayList<>();
            for (int i = 0; i < extent.hung(); i++) {
                // The kernel accepts, and nobody ever answers.
                hung.add(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
                dead.add("127.0.0.1:" + hung.get(i).getLocalPort());
            }
            for (int i = 0; i < extent.refused(); i++) {
                // Nobody listens at the first ports of the many loopback addresses.
                dead.add("127.77." + i / 250 + "." + (i % 250 + 1) + ":1");
            }
            String part = String.format(
                    Locale.ROOT,
                    "ping round, %,d services, of which %d refuse and %d hang",
                    extent.services(),
                    extent.refused(),
                    extent.hung());
            double goal = SETTINGS.timeout().toMillis() + BEYOND_TIMEOUT_MILLIS;
            measure(report, part, living, dead, goal, "below timeout + 300 ms each time");
        } finally {
            for (ServerSocket socket : hung) {
                socket.close();
            }
        }
    }

    private void measure(
            Report report, String part, List<String> living, List<String> dead, double goalMillis, String goal)
            throws ExecutionException, InterruptedException {
        List<String> services = new ArrayList<>(living);
        services.addAll(dead);
        Collections.shuffle(services, new Random(1));
        double[] millis = new double[extent.rounds()];
        try (Pinger pinger = new Pinger(SETTINGS)) {
            Round first = Round.of(pinger, services, Set.copyOf(dead));
            report.progress(part + ", the first: " + Math.round(first.millis()) + " ms, wrong " + first.wrong());
            int wrong = 0;
            long next = System.nanoTime();
            for (int i = 0; i < millis.length; i++) {
                next = Math.max(next + INTERVAL.toNanos(), System.nanoTime());
                Moments.until(next);
                Round round = Round.of(pinger, services, Set.copyOf(dead));
                millis[i] = round.millis();
                wrong += round.wrong();
            }
            Spread later = new Spread(millis);
            report.progress(part + ", later: " + Math.round(later.median()) + " ms, wrong " + wrong);
            report.add(Figure.plain(part, "the first round", "ms", new Spread(new double[] {first.millis()})));
            report.add(Figure.plain(part, "told wrongly in it", "", new Spread(new double[] {first.wrong()})));
            report.add(Figure.judged(part, "later rounds", "ms", later, goal, later.most() < goalMillis));
            // Whoever was denied in the first is connected to anew.
            report.add(Figure.plain(part, "of these, the second round", "ms", new Spread(new double[] {millis[0]})));
            report.add(
                    Figure.judged(part, "told wrongly in them", "", new Spread(new double[] {wrong}), "0", wrong == 0));
        }
    }

    /**
     * One round.
     *
     * @param wrong services that live and were denied, or the other way round
     */
    private record Round(double millis, int wrong) {

        static Round of(Pinger pinger, List<String> services, Set<String> dead)
                throws ExecutionException, InterruptedException {
            long began = System.nanoTime();
            Map<String, PingResult> answers = pinger.round(services).get();
            double millis = Moments.millis(System.nanoTime() - began);
            int wrong = (int) answers.entrySet().stream()
                    .filter(answer -> answer.getValue().alive() == dead.contains(answer.getKey()))
                    .count();
            return new Round(millis, wrong);
        }
    }
}
