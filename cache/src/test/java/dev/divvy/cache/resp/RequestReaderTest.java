package dev.divvy.cache.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestReaderTest {

    private final long seed = Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);

    @Test
    void anyFragmentationOfAStreamGivesTheSameRequests() throws Exception {
        Random random = new Random(seed);
        for (int round = 0; round < 150; round++) {
            List<String> sent = new ArrayList<>();
            byte[] stream = stream(random, sent);
            for (int maxFragment : new int[] {1, 3, 50, stream.length}) {
                assertThat(FragmentedStream.requests(stream, random, maxFragment))
                        .as("seed %d, round %d, fragments up to %d", seed, round, maxFragment)
                        .isEqualTo(sent);
            }
        }
    }

    private static byte[] stream(Random random, List<String> sent) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (int i = random.nextInt(6) + 1; i > 0; i--) {
            switch (random.nextInt(6)) {
                case 0 -> stream.writeBytes(ascii("\r\n"));
                case 1 -> stream.writeBytes(ascii("*0\r\n"));
                case 2 -> stream.writeBytes(ascii("*-1\r\n"));
                case 3 -> {
                    stream.writeBytes(ascii("  get 'a b' \"c\\x41\"" + (random.nextBoolean() ? "\r\n" : "\n")));
                    sent.add("get|a b|cA");
                }
                default -> frame(random, stream, sent);
            }
        }
        return stream.toByteArray();
    }

    private static void frame(Random random, ByteArrayOutputStream stream, List<String> sent) {
        int size = random.nextInt(20) == 0 ? 100 : random.nextInt(5) + 1;
        byte[][] arguments = new byte[size][];
        List<String> words = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            arguments[i] = new byte[random.nextInt(30) == 0 ? 3000 : random.nextInt(12)];
            random.nextBytes(arguments[i]);
            words.add(new String(arguments[i], StandardCharsets.ISO_8859_1));
        }
        RespRequest request = RespRequest.of(arguments);
        stream.write(request.data(), request.begin(), request.end() - request.begin());
        sent.add(String.join("|", words));
    }

    @Test
    void aRequestCanBeForwardedAsItCame() throws Exception {
        byte[] stream = ascii("\r\nxx*2\r\n$3\r\nGET\r\n$1\r\na\r\n");
        RespRequest request = new RespRequest();
        int read = new RequestReader(ClientLimits.DEFAULT).read(stream, 4, stream.length, request);
        assertThat(read).isEqualTo(stream.length - 4);
        assertThat(Arrays.copyOfRange(request.data(), request.begin(), request.end()))
                .isEqualTo(Arrays.copyOfRange(stream, 4, stream.length));
        RequestReader lines = new RequestReader(ClientLimits.DEFAULT);
        byte[] line = ascii("get  'a'\n");
        assertThat(lines.read(line, 0, line.length, request)).isEqualTo(line.length);
        assertThat(new String(request.data(), request.begin(), request.end() - request.begin(), StandardCharsets.UTF_8))
                .isEqualTo("*2\r\n$3\r\nget\r\n$1\r\na\r\n");
    }

    @Test
    void aLongValueInFragmentsIsInspectedOnce() throws Exception {
        byte[] stream = new byte[23 + 1_000_000];
        byte[] head = ascii("*2\r\n$4\r\nECHO\r\n$999998\r\n");
        Arrays.fill(stream, (byte) '\r');
        System.arraycopy(head, 0, stream, 0, head.length);
        RequestReader reader = new RequestReader(ClientLimits.DEFAULT);
        RespRequest request = new RespRequest();
        // One byte per fragment: a million calls, each of which must cost next to nothing.
        for (int to = 0; to < stream.length - 1; to++) {
            if (reader.read(stream, 0, to, request) != 0) {
                throw new AssertionError("complete after " + to + " bytes");
            }
        }
        assertThat(reader.bytesNeeded()).isEqualTo(stream.length);
        assertThat(reader.read(stream, 0, stream.length, request)).isEqualTo(stream.length);
        assertThat(request.length(1)).isEqualTo(999_998);
    }

    @Test
    void randomBytesAreReadOrRefusedAndNothingElse() {
        Random random = new Random(seed);
        byte[] alphabet = ascii("*$\r\n0123-x\"'\\ \0");
        for (int round = 0; round < 20_000; round++) {
            byte[] data = new byte[random.nextInt(60) + 1];
            for (int i = 0; i < data.length; i++) {
                data[i] = random.nextInt(10) == 0
                        ? (byte) random.nextInt(256)
                        : alphabet[random.nextInt(alphabet.length)];
            }
            int to = random.nextInt(data.length + 1);
            try {
                RespRequest request = new RespRequest();
                int read = new RequestReader(ClientLimits.DEFAULT).read(data, 0, to, request);
                assertThat(read).as("seed %d, round %d", seed, round).isBetween(0, to);
            } catch (ProtocolException e) {
                assertThat(e.getMessage()).startsWith("Protocol error: ");
            }
        }
    }

    @Test
    void requestsAboveALimitAreRefused() {
        ClientLimits limits = new ClientLimits(100, 5, 50, 300, 1000, 10);
        refused(limits, "*6\r\n", "Protocol error: invalid multibulk length");
        refused(limits, "*1\r\n$101\r\n", "Protocol error: invalid bulk length");
        refused(limits, "a".repeat(51), "Protocol error: too big inline request");
        refused(limits, "*" + "1".repeat(51), "Protocol error: too big mbulk count string");
        refused(limits, "*1\r\n$" + "1".repeat(51), "Protocol error: too big bulk count string");
        String value = "$90\r\n" + "x".repeat(90) + "\r\n";
        refused(limits, "*5\r\n" + value.repeat(5), "Protocol error: too big request");
    }

    @Test
    void anUnauthenticatedClientMaySendSmallRequestsOnly() throws Exception {
        RequestReader reader = new RequestReader(ClientLimits.DEFAULT);
        reader.unauthenticated(true);
        byte[] many = ascii("*11\r\n");
        assertThatThrownBy(() -> reader.read(many, 0, many.length, new RespRequest()))
                .hasMessage("Protocol error: unauthenticated multibulk length");
        RequestReader other = new RequestReader(ClientLimits.DEFAULT);
        other.unauthenticated(true);
        byte[] big = ascii("*1\r\n$16385\r\n");
        assertThatThrownBy(() -> other.read(big, 0, big.length, new RespRequest()))
                .hasMessage("Protocol error: unauthenticated bulk length");
    }

    private static void refused(ClientLimits limits, String sent, String message) {
        byte[] data = ascii(sent);
        assertThatThrownBy(() -> new RequestReader(limits).read(data, 0, data.length, new RespRequest()))
                .isInstanceOf(ProtocolException.class)
                .hasMessage(message);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
