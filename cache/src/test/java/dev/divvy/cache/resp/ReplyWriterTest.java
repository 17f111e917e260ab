package dev.divvy.cache.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ReplyWriterTest {

    private final long seed = Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);

    @Test
    void repliesFollowTheProtocol() {
        assertThat(written(ReplyWriter::ok)).isEqualTo("+OK\r\n");
        assertThat(written(out -> ReplyWriter.integer(out, Long.MIN_VALUE))).isEqualTo(":-9223372036854775808\r\n");
        assertThat(written(out -> ReplyWriter.integer(out, 1))).isEqualTo(":1\r\n");
        assertThat(written(out -> ReplyWriter.nil(out, false))).isEqualTo("$-1\r\n");
        assertThat(written(out -> ReplyWriter.nil(out, true))).isEqualTo("_\r\n");
        assertThat(written(out -> ReplyWriter.bulk(out, new byte[] {'x', 'a', 'b', 'y'}, 1, 2)))
                .isEqualTo("$2\r\nab\r\n");
        assertThat(written(out -> ReplyWriter.map(out, 3, false))).isEqualTo("*6\r\n");
        assertThat(written(out -> ReplyWriter.map(out, 3, true))).isEqualTo("%3\r\n");
        assertThat(written(out -> ReplyWriter.verbatim(out, "hi", true))).isEqualTo("=6\r\ntxt:hi\r\n");
        assertThat(written(out -> ReplyWriter.error(out, "ERR a\r\nb"))).isEqualTo("-ERR a  b\r\n");
        assertThat(written(out -> ReplyWriter.bool(out, true, true))).isEqualTo("#t\r\n");
    }

    private static String written(Consumer<ByteBuf> reply) {
        ByteBuf heap = Unpooled.buffer(1);
        ByteBuf direct = Unpooled.directBuffer(1);
        try {
            reply.accept(heap);
            reply.accept(direct);
            String text = heap.toString(StandardCharsets.ISO_8859_1);
            assertThat(direct.toString(StandardCharsets.ISO_8859_1)).isEqualTo(text);
            return text;
        } finally {
            direct.release();
        }
    }

    @Test
    void numbersAreReadStrictly() {
        for (String good : List.of("0", "7", "-7", "10", "9223372036854775807", "-9223372036854775808")) {
            byte[] text = good.getBytes(StandardCharsets.US_ASCII);
            assertThat(Decimal.isNumber(text, 0, text.length)).as(good).isTrue();
            assertThat(Decimal.value(text, 0, text.length)).isEqualTo(Long.parseLong(good));
            assertThat(Decimal.bytes(Long.parseLong(good))).isEqualTo(text);
        }
        for (String bad : List.of(
                "",
                "-",
                "+1",
                "01",
                "-0",
                "1 ",
                " 1",
                "1x",
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999",
                "18446744073709551617")) {
            byte[] text = bad.getBytes(StandardCharsets.US_ASCII);
            assertThat(Decimal.isNumber(text, 0, text.length)).as(bad).isFalse();
        }
    }

    @Test
    void anyFragmentationOfAStreamGivesTheSameReplies() throws Exception {
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            ByteBuf all = Unpooled.buffer();
            List<Integer> lengths = new ArrayList<>();
            for (int i = random.nextInt(4) + 1; i > 0; i--) {
                int before = all.writerIndex();
                reply(all, random, 0);
                lengths.add(all.writerIndex() - before);
            }
            byte[] stream = new byte[all.readableBytes()];
            all.readBytes(stream);
            for (int maxFragment : new int[] {1, 7, stream.length}) {
                assertThat(FragmentedStream.replies(stream, random, maxFragment))
                        .as("seed %d, round %d, fragments up to %d", seed, round, maxFragment)
                        .isEqualTo(lengths);
            }
        }
    }

    private static void reply(ByteBuf out, Random random, int depth) {
        boolean resp3 = random.nextBoolean();
        switch (random.nextInt(depth < 5 ? 11 : 7)) {
            case 0 -> ReplyWriter.ok(out);
            case 1 -> ReplyWriter.error(out, "ERR no");
            case 2 -> ReplyWriter.integer(out, random.nextLong());
            case 3 -> ReplyWriter.nil(out, resp3);
            case 4 -> ReplyWriter.nilArray(out, resp3);
            case 5 -> ReplyWriter.bulk(out, new byte[random.nextInt(40)]);
            case 6 -> ReplyWriter.verbatim(out, "\r\n$5\r\n", resp3);
            case 7 -> {
                out.writeCharSequence("|1\r\n", StandardCharsets.US_ASCII);
                elements(out, random, 3, depth);
            }
            case 8 -> {
                int size = random.nextInt(4);
                ReplyWriter.map(out, size, resp3);
                elements(out, random, 2 * size, depth);
            }
            default -> {
                int size = random.nextInt(4);
                ReplyWriter.array(out, size);
                elements(out, random, size, depth);
            }
        }
    }

    private static void elements(ByteBuf out, Random random, int size, int depth) {
        for (int i = 0; i < size; i++) {
            reply(out, random, depth + 1);
        }
    }

    @Test
    void hostileRepliesAreRefused() {
        for (String bad :
                List.of("x\r\n", "$-2\r\n", "$x\r\n", "*1\n", "*1\r\n".repeat(40), "+" + "a".repeat(70_000))) {
            byte[] data = bad.getBytes(StandardCharsets.US_ASCII);
            assertThatThrownBy(() -> new ReplyFramer().read(data, 0, data.length))
                    .as(bad)
                    .isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void randomBytesAreReadOrRefusedAndNothingElse() {
        Random random = new Random(seed);
        byte[] alphabet = "*$%~|>+-:_#,\r\n\r\n\r\n0123".getBytes(StandardCharsets.US_ASCII);
        for (int round = 0; round < 20_000; round++) {
            byte[] data = new byte[random.nextInt(40) + 1];
            for (int i = 0; i < data.length; i++) {
                data[i] = alphabet[random.nextInt(alphabet.length)];
            }
            int to = random.nextInt(data.length + 1);
            try {
                assertThat(new ReplyFramer().read(data, 0, to))
                        .as("seed %d", seed)
                        .isBetween(0, to);
            } catch (ProtocolException e) {
                assertThat(e.getMessage()).startsWith("Protocol error: ");
            }
        }
    }
}
