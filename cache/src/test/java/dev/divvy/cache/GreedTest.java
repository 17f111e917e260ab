package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Clients that want more than their share: of memory, of places, of time. The others notice nothing. */
class GreedTest {

    private static final String TOO_LONG = "-ERR string exceeds maximum allowed size (proto-max-bulk-len)";
    private static final String FULL = "-ERR max number of clients reached";

    /** Connections beyond the limit that are heard, because they may be nodes. */
    private static final int ROOM_FOR_NODES = 256;

    private static final long STILL_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static UnaryOperator<NodeSettings> limits(int longestValue, long unreadReplies, int connections) {
        return settings -> settings.withMaxValue(longestValue)
                .withMaxRequest(64 << 20, 1 << 20)
                .withMaxUnreadReplies(unreadReplies)
                .withMaxConnections(connections);
    }

    @Test
    void noValueGrowsBeyondTheLimitOfItsNode() {
        try (Fleet fleet = new Fleet(limits(1000, 16 << 20, 100)).with("n1", "n2");
                Talk talk = fleet.talk("n1")) {
            for (int i = 0; i < 10; i++) {
                // Here and at the other node.
                String key = "grows" + i;
                assertThat(talk.ask("APPEND", key, "x".repeat(600))).isEqualTo(600L);
                assertThat(talk.ask("APPEND", key, "x".repeat(401))).isEqualTo(TOO_LONG);
                assertThat(talk.ask("SETRANGE", key, "999", "xy")).isEqualTo(TOO_LONG);
                assertThat(talk.ask("STRLEN", key)).isEqualTo(600L);
                assertThat(talk.ask("SETRANGE", key, "998", "xy")).isEqualTo(1000L);
            }
            fleet.with("n3");
            for (int i = 0; i < 10; i++) {
                assertThat(talk.ask("APPEND", "grows" + i, "x")).isEqualTo(TOO_LONG);
            }
            talk.raw(bytes("SET plain " + "x".repeat(1001) + "\r\n"));
            talk.flush();
            assertThat(talk.hear()).isEqualTo("-ERR Protocol error: invalid bulk length");
            assertThat(talk.isClosed()).isTrue();
        }
    }

    @Test
    void aKeyAndAValueThatAreBothAsLongAsCanBeMoveToo() {
        int longest = 1 << 20;
        String key = "k".repeat(longest);
        String value = "v".repeat(longest);
        try (Fleet fleet = new Fleet(limits(longest, 16 << 20, 100)).with("n1")) {
            try (Talk talk = fleet.talk("n1")) {
                assertThat(talk.ask("SET", key, value)).isEqualTo("OK");
            }
            fleet.with("n2");
            fleet.stop("n1");
            try (Talk talk = fleet.talk("n2")) {
                assertThat(talk.ask("GET", key)).isEqualTo(value);
            }
        }
    }

    @Test
    void whoReadsLateGetsAllAnswersInTheirOrder() {
        int keys = 100;
        String filling = "x".repeat(100_000);
        try (Fleet fleet = new Fleet(limits(1 << 20, 1 << 20, 100)).with("n1", "n2");
                Talk talk = fleet.talk("n1")) {
            for (int i = 0; i < keys; i++) {
                assertThat(talk.ask("SET", "late" + i, i + filling)).isEqualTo("OK");
            }
            // Ten times as much as may wait, and half of it waits for the other node.
            for (int i = 0; i < keys; i++) {
                talk.say("GET", "late" + i);
            }
            talk.flush();
            for (int i = 0; i < keys; i++) {
                assertThat(talk.hear()).isEqualTo(i + filling);
            }
        }
    }

    @Test
    void whoNeverReadsIsReadNoFurtherAndGoesOnWhenItDoes() throws IOException {
        int most = 128 << 20;
        String value = "x".repeat(50_000);
        try (Fleet fleet = new Fleet().with("n1");
                Talk other = fleet.talk("n1");
                SocketChannel deaf = SocketChannel.open(fleet.node("n1").address())) {
            assertThat(other.ask("SET", "large", value)).isEqualTo("OK");
            deaf.configureBlocking(false);
            byte[] some = bytes("GET large\r\n".repeat(10_000));
            ByteBuffer next = ByteBuffer.wrap(some);
            long sent = 0;
            long last = System.nanoTime();
            while (System.nanoTime() - last < STILL_NANOS && sent < most) {
                int taken = deaf.write(next);
                sent += taken;
                last = taken > 0 ? System.nanoTime() : last;
                if (!next.hasRemaining()) {
                    next.rewind();
                }
                assertThat(other.ask("PING")).isEqualTo("PONG");
            }
            assertThat(sent)
                    .as("bytes that were taken from one who never reads")
                    .isLessThan(most);
            deaf.configureBlocking(true);
            ByteBuffer answers = ByteBuffer.allocate(20 << 20);
            while (answers.hasRemaining()) {
                assertThat(deaf.read(answers)).isPositive();
            }
            String one = "$50000\r\n" + value + "\r\n";
            assertThat(new String(answers.array(), 0, one.length(), StandardCharsets.UTF_8))
                    .isEqualTo(one);
        }
    }

    @Test
    void whoNeverReadsWhatOthersAnswerIsLetGo() {
        try (Fleet fleet = new Fleet(limits(4 << 20, 16 << 20, 100)).with("n1", "n2");
                Talk talk = fleet.talk("n1");
                Talk deaf = fleet.talk("n1")) {
            int one = 0;
            while (fleet.node("n2").size() == 0) {
                one++;
                assertThat(talk.ask("SET", "large" + one, "x".repeat(4 << 20))).isEqualTo("OK");
            }
            String key = "large" + one;
            assertThat(deaf.ask("CLIENT", "SETNAME", "deaf")).isEqualTo("OK");
            for (int i = 0; i < 100; i++) {
                deaf.say("GET", key);
            }
            deaf.flush();
            Fleet.until(
                    "it is let go",
                    () -> !String.valueOf(talk.ask("CLIENT", "LIST")).contains("name=deaf "));
            assertThat(talk.ask("STRLEN", key)).isEqualTo(4L << 20);
        }
    }

    @Test
    void halfARequestHoldsNobodyUp() {
        List<Talk> halves = new ArrayList<>();
        try (Fleet fleet = new Fleet().with("n1", "n2");
                Talk talk = fleet.talk("n1")) {
            for (String half : List.of(
                    "*",
                    "*2\r",
                    "*2\r\n$3\r\nGET\r\n$",
                    "*2\r\n$3\r\nGET\r\n$67108864\r\nab",
                    "*1048576\r\n$3\r\nDEL\r\n$1\r\na\r\n",
                    "GET a")) {
                Talk one = fleet.talk("n1");
                halves.add(one);
                one.raw(bytes(half));
                one.flush();
            }
            for (int i = 0; i < 50; i++) {
                assertThat(talk.ask("SET", "whole" + i, "value")).isEqualTo("OK");
            }
            Talk plain = halves.get(halves.size() - 1);
            plain.raw(bytes("bc\r\n"));
            plain.flush();
            assertThat(plain.hear()).isNull();
            halves.forEach(Talk::close);
        }
    }

    @Test
    void whoFillsTheHouseInSilenceKeepsNoNodeOut() {
        int most = 4;
        List<Talk> silent = new ArrayList<>();
        try (Fleet fleet = new Fleet(limits(1 << 20, 16 << 20, most)).with("n1")) {
            for (int i = 0; i < most; i++) {
                Talk guest = fleet.talk("n1");
                silent.add(guest);
                assertThat(guest.ask("PING")).isEqualTo("PONG");
            }
            for (int i = 0; i < ROOM_FOR_NODES; i++) {
                silent.add(fleet.talk("n1"));
            }
            Fleet.until("the house is full", () -> {
                try (Talk next = fleet.talk("n1")) {
                    return FULL.equals(next.hear()) && next.isClosed();
                }
            });
            // Those that came last could have been nodes; they said nothing, so they are told, too.
            for (Talk one : silent.subList(most, silent.size())) {
                assertThat(one.hear()).isEqualTo(FULL);
                assertThat(one.isClosed()).isTrue();
            }
            assertThat(silent.get(0).ask("PING")).isEqualTo("PONG");
            fleet.with("n2");
            for (int i = 0; i < 20; i++) {
                assertThat(silent.get(1).ask("SET", "key" + i, "value")).isEqualTo("OK");
            }
            assertThat(fleet.node("n2").size()).isPositive();
            silent.forEach(Talk::close);
        }
    }
}
