package dev.divvy.cli.distributor.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting at a desk for changes. */
@Timeout(300)
class EventsTest {

    /** Of what a pause can spoil. */
    private static final int TRIES = 4;

    private Served served;
    private HttpDesk desk;
    private final List<Socket> sockets = new ArrayList<>();

    @BeforeEach
    void begin() throws Exception {
        served = new Served();
        desk = served.desk();
    }

    @AfterEach
    void end() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        served.end();
    }

    @Test
    void whoKnowsNothingOrSomethingElseIsAnsweredAtOnce() {
        Read now = Asked.get(desk, "/api/events").read();
        assertThat(now.number("epoch")).isZero();
        assertThat(Asked.get(desk, "/api/events?after=77").read().number("epoch"))
                .isZero();
    }

    @Test
    void anotherDeskAtTheSameAddressIsKnownByItsNumber() throws Exception {
        long first = Asked.get(desk, "/api/events").read().number("desk");
        assertThat(Asked.get(desk, "/api/events").read().number("desk")).isEqualTo(first);
        served.reopen(() -> {});
        assertThat(Asked.get(served.desk(), "/api/events").read().number("desk"))
                .isNotEqualTo(first);
    }

    @Test
    void whoWaitsHearsOfANewTable() throws Exception {
        Socket waiting = begin("/api/events?after=0");
        served.service();
        assertThat(heard(waiting, "/api/events?after=0", "epoch")).isEqualTo(1);
    }

    @Test
    void whoWaitsForTheListsHearsOfThem() throws Exception {
        Socket waiting = begin("/api/events?lists=0");
        Asked.send(desk, "POST", "/api/units", "[\"a\"]");
        assertThat(heard(waiting, "/api/events?lists=0", "lists")).isEqualTo(1);
    }

    /** The number that is answered; who waited too long is told that it is still 0, and asks again. */
    private long heard(Socket first, String path, String number) throws Exception {
        long heard = Asked.end(first).read().number(number);
        for (int i = 0; i < TRIES && heard == 0; i++) {
            heard = Asked.end(begin(path)).read().number(number);
        }
        return heard;
    }

    @Test
    void noMoreThanAThousandWaitTheNextIsRefusedAndTheEndAnswersAll() throws Exception {
        for (int i = 0; i < TRIES && !oneTooManyCameInTime(); i++) {
            end();
            sockets.clear();
            begin();
        }
        assertThat(Asked.get(desk, "/api/units").status()).isEqualTo(200);
        desk.close();
        Map<Integer, Integer> answers = new HashMap<>();
        for (Socket socket : sockets) {
            answers.merge(Asked.end(socket).status(), 1, Integer::sum);
        }
        assertThat(answers).isEqualTo(Map.of(200, Events.MOST_WAITING, 503, 1));
    }

    /** Whether one was answered before the first of them had waited long enough, after which there is room for another. */
    private boolean oneTooManyCameInTime() throws Exception {
        long began = System.nanoTime();
        for (int i = 0; i <= Events.MOST_WAITING; i++) {
            begin("/api/events?after=0");
        }
        Soon.until("one too many", () -> sockets.stream().anyMatch(EventsTest::isAnswered));
        return System.nanoTime() - began < Events.LONGEST_WAIT.toNanos();
    }

    private static boolean isAnswered(Socket socket) {
        try {
            return socket.getInputStream().available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Socket begin(String path) throws Exception {
        Socket socket = Asked.begin(desk, "GET " + path + " HTTP/1.1", "Host: 127.0.0.1");
        sockets.add(socket);
        return socket;
    }
}
