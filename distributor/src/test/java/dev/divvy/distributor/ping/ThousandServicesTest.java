package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.PingResponder;
import dev.divvy.testservers.Await;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class ThousandServicesTest {

    private static final int ALIVE = 680;
    private static final int SILENT = 20;
    private static final int DEAD = 300;

    /** Long enough for a busy machine to answer a thousand of its own pings. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** Slow services are pinged first, so that a round takes as long as its timeout; with threefold slack for the rest. */
    private static final Duration LONGEST = TIMEOUT.plusMillis(3 * 300);

    /** A pause of the machine spoils a round, but not this many in a row. */
    private static final int MOST_ROUNDS = 15;

    @Test
    void aThousandServicesOfWhichSomeAreDeadAndSomeHangAreToldApartInOneTimeout() throws Exception {
        List<ServerSocket> silent = new ArrayList<>();
        try (TestGrpcServer host = TestGrpcServer.atPorts(ALIVE, new PingResponder().definitions())) {
            List<String> services = new ArrayList<>(host.addresses());
            for (int i = 0; i < SILENT; i++) {
                silent.add(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
                services.add("127.0.0.1:" + silent.get(i).getLocalPort());
            }
            services.addAll(dead());
            Collections.shuffle(services, new Random(42));
            try (Pinger pinger = new Pinger(Pings.LONG_TIMEOUT.withTimeout(TIMEOUT))) {
                pingUntilTwoRoundsAreGood(pinger, services, host);
                assertThat(pingThreads()).as("no thread per service").hasSizeLessThan(8);

                List<String> few = host.addresses().subList(0, 10);
                Await.until(
                        "a few answer", () -> count(Pings.round(pinger, few)).equals(Map.of("alive", 10)));
                Await.until("services that are no longer pinged are disconnected", () -> host.open() == 10);
            }
            Await.until("all connections end with the pinger", () -> host.open() == 0);
            Await.until("all threads end with the pinger", () -> pingThreads().isEmpty());
        } finally {
            for (ServerSocket socket : silent) {
                socket.close();
            }
        }
    }

    /** Two in a row: the second one pings the live services over the connections of the first. */
    private static void pingUntilTwoRoundsAreGood(Pinger pinger, List<String> services, TestGrpcServer host)
            throws Exception {
        List<String> spoiled = new ArrayList<>();
        boolean connected = false;
        while (spoiled.size() < MOST_ROUNDS) {
            int before = host.connected();
            long started = System.nanoTime();
            Map<String, PingResult> results = Pings.round(pinger, services);
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            assertThat(results.keySet()).containsExactlyElementsOf(services);
            boolean right = count(results).equals(expected());
            if (connected && right && host.connected() == before && took.compareTo(LONGEST) < 0) {
                return;
            }
            spoiled.add(count(results) + " in " + took + ", " + (host.connected() - before) + " connected");
            connected = right;
        }
        assertThat(spoiled)
                .as("rounds of which none was right, in time, and kept the connections of the live services")
                .isEmpty();
    }

    /** Returns addresses without a listener: port 1 of many loopback addresses. */
    private static List<String> dead() {
        List<String> dead = new ArrayList<>();
        for (int i = 0; i < DEAD; i++) {
            dead.add("127.77." + i / 250 + "." + (i % 250 + 1) + ":1");
        }
        return dead;
    }

    private static Map<String, Integer> expected() {
        return Map.of("alive", ALIVE, "connection refused", DEAD, "no answer within 3000 ms", SILENT);
    }

    private static Map<String, Integer> count(Map<String, PingResult> results) {
        Map<String, Integer> count = new TreeMap<>();
        results.values().forEach(result -> count.merge(result.denial().orElse("alive"), 1, Integer::sum));
        return count;
    }

    private static List<String> pingThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("divvy-ping"))
                .toList();
    }
}
