package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.PingServices;
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
class ThousandTest {

    private static final int ALIVE = 680;
    private static final int HUNG = 20;
    private static final int DEAD = 300;

    /** Long enough for a busy machine to answer a thousand of its own questions. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** The slow are asked first, so that a round is as long as its timeout; with threefold slack for what comes besides. */
    private static final Duration LONGEST = TIMEOUT.plusMillis(3 * 300);

    /** A machine that stands still spoils a round; not so many in a row. */
    private static final int MOST_ROUNDS = 15;

    @Test
    void aThousandServicesOfWhichSomeAreDeadAndSomeHangAreToldApartInOneTimeout() throws Exception {
        List<ServerSocket> hung = new ArrayList<>();
        try (Host host = Host.atPorts(ALIVE, new PingServices().definitions())) {
            List<String> services = new ArrayList<>(host.addresses());
            for (int i = 0; i < HUNG; i++) {
                hung.add(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
                services.add("127.0.0.1:" + hung.get(i).getLocalPort());
            }
            services.addAll(dead());
            Collections.shuffle(services, new Random(42));
            try (Pinger pinger = new Pinger(Asking.PATIENT.withTimeout(TIMEOUT))) {
                askUntilTwoRoundsAreGood(pinger, services, host);
                assertThat(pingThreads()).as("no thread a service").hasSizeLessThan(8);

                List<String> few = host.addresses().subList(0, 10);
                Await.until(
                        "a few answer", () -> count(Asking.round(pinger, few)).equals(Map.of("alive", 10)));
                Await.until("who is not asked any more is not connected", () -> host.open() == 10);
            }
            Await.until("all connections end with the pinger", () -> host.open() == 0);
            Await.until("all threads end with the pinger", () -> pingThreads().isEmpty());
        } finally {
            for (ServerSocket socket : hung) {
                socket.close();
            }
        }
    }

    /** Two in a row: in the second the living are asked through the connections that the first made. */
    private static void askUntilTwoRoundsAreGood(Pinger pinger, List<String> services, Host host) throws Exception {
        List<String> spoiled = new ArrayList<>();
        boolean connected = false;
        while (spoiled.size() < MOST_ROUNDS) {
            int before = host.connected();
            long begun = System.nanoTime();
            Map<String, PingResult> answers = Asking.round(pinger, services);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            assertThat(answers.keySet()).containsExactlyElementsOf(services);
            boolean right = count(answers).equals(expected());
            if (connected && right && host.connected() == before && took.compareTo(LONGEST) < 0) {
                return;
            }
            spoiled.add(count(answers) + " in " + took + ", " + (host.connected() - before) + " connected");
            connected = right;
        }
        assertThat(spoiled)
                .as("rounds of which none was right, in time, and kept the connections of the living")
                .isEmpty();
    }

    /** Nobody listens at the first ports of the many loopback addresses. */
    private static List<String> dead() {
        List<String> dead = new ArrayList<>();
        for (int i = 0; i < DEAD; i++) {
            dead.add("127.77." + i / 250 + "." + (i % 250 + 1) + ":1");
        }
        return dead;
    }

    private static Map<String, Integer> expected() {
        return Map.of("alive", ALIVE, "connection refused", DEAD, "no answer within 3000 ms", HUNG);
    }

    private static Map<String, Integer> count(Map<String, PingResult> answers) {
        Map<String, Integer> count = new TreeMap<>();
        answers.values().forEach(answer -> count.merge(answer.denial().orElse("alive"), 1, Integer::sum));
        return count;
    }

    private static List<String> pingThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("divvy-ping"))
                .toList();
    }
}
