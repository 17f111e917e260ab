package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.Post;
import dev.divvy.cache.command.form.ManyKeysCommand;
import dev.divvy.cache.command.form.ManyKeysCommand.Combine;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A request for many keys: its parts run where their tokens are, and their answers become one. */
final class Fan {

    private static final byte[] NIL = "$-1\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "_\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ManyKeysCommand command;
    private final Answers answers;
    private final Answers.Place place;
    private final boolean resp3;
    private final byte[][] replies;
    private final ByteBuf scratch;

    private int missing;
    private long sum;
    private String error = "";

    Fan(ManyKeysCommand command, int parts, Answers answers, boolean resp3) {
        this.command = command;
        this.answers = answers;
        this.place = answers.later();
        this.resp3 = resp3;
        this.missing = parts;
        boolean keeps = command.combine() == Combine.ARRAY;
        this.replies = new byte[keeps ? parts : 0][];
        this.scratch = keeps ? Unpooled.buffer(256) : Unpooled.EMPTY_BUFFER;
    }

    /** Runs a part here, if this node serves its token; answers whether it did. */
    boolean run(Request request, int part, Counter counter, Post post) {
        scratch.clear();
        int outcome = counter.run(command, request, part, post, scratch, resp3);
        if (outcome == Counter.NOT_HERE) {
            return false;
        }
        if (command.combine() == Combine.ARRAY) {
            byte[] reply = new byte[scratch.readableBytes()];
            scratch.readBytes(reply);
            replies[part] = reply;
        }
        sum += outcome;
        one();
        return true;
    }

    /** Where the answer to a part goes that runs elsewhere. */
    Returns.Home home(int part) {
        return new Returns.Home() {
            @Override
            public void answered(byte[] data, int from, int length) {
                take(part, data, from, length);
                one();
            }

            @Override
            public void failed(String why) {
                error = error.isEmpty() ? why : error;
                one();
            }
        };
    }

    private void take(int part, byte[] data, int from, int length) {
        if (data[from] == '-') {
            String text = Words.text(data, from, length);
            error = error.isEmpty() ? text : error;
        } else if (command.combine() == Combine.ARRAY) {
            replies[part] = Arrays.copyOfRange(data, from, from + length);
        } else if (data[from] == ':') {
            sum += Long.parseLong(Words.text(data, from, length));
        }
    }

    private void one() {
        missing--;
        if (missing == 0) {
            finish(answers.at(place));
            answers.done(place);
        }
    }

    private void finish(ByteBuf out) {
        if (!error.isEmpty()) {
            Replies.error(out, error);
            return;
        }
        switch (command.combine()) {
            case ALL_OK -> Replies.ok(out);
            case SUM -> Replies.integer(out, sum);
            case ARRAY -> {
                Replies.array(out, replies.length);
                for (byte[] reply : replies) {
                    copy(out, reply, 0, reply.length, resp3);
                }
            }
        }
    }

    /** Nodes speak version 2 to each other; of what single keys answer, only nothing at all reads otherwise in version 3. */
    static void copy(ByteBuf out, byte[] data, int from, int length, boolean resp3) {
        if (resp3 && Arrays.equals(data, from, from + length, NIL, 0, NIL.length)) {
            out.writeBytes(NULL);
        } else {
            out.writeBytes(data, from, length);
        }
    }
}
