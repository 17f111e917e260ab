package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;

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

@Timeout(120)
class ThousandTest {

    private static final int ALIVE = 680;
    private static final int HUNG = 20;
    private static final int DEAD = 300;

    /** Long enough for a busy machine to answer a thousand of its own questions. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

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
            try (Pinger pinger = new Pinger(Soon.PATIENT.withTimeout(TIMEOUT))) {
                assertThat(count(Soon.round(pinger, services))).isEqualTo(expected());
                long begun = System.nanoTime();
                Map<String, Answer> second = Soon.round(pinger, services);
                assertThat(count(second)).isEqualTo(expected());
                assertThat(second.keySet()).containsExactlyElementsOf(services);
                assertThat(Duration.ofNanos(System.nanoTime() - begun))
                        .as("the slow are asked first, so that a round is as long as its timeout")
                        .isLessThan(TIMEOUT.plusMillis(3 * 300));
                assertThat(host.connected())
                        .as("connections of the living are kept")
                        .isEqualTo(ALIVE);
                assertThat(pingThreads()).as("no thread a service").hasSizeLessThan(8);

                List<String> few = host.addresses().subList(0, 10);
                assertThat(count(Soon.round(pinger, few))).isEqualTo(Map.of("alive", 10));
                Soon.until("who is not asked any more is not connected", () -> host.open() == 10);
            }
            Soon.until("all connections end with the pinger", () -> host.open() == 0);
            Soon.until("all threads end with the pinger", () -> pingThreads().isEmpty());
        } finally {
            for (ServerSocket socket : hung) {
                socket.close();
            }
        }
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

    private static Map<String, Integer> count(Map<String, Answer> answers) {
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
