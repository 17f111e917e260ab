package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.command.spec.ManyKeysCommand;
import dev.divvy.cache.command.spec.ManyKeysCommand.Combine;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/** A request for many keys: its parts run on the nodes that serve their tokens, and their replies are combined into one. */
final class ScatterGather {

    private final ManyKeysCommand command;
    private final ReplyQueue.Slot slot;
    private final boolean resp3;
    private final byte[][] replies;
    private final ByteBuf scratch;

    private int missing;
    private long sum;
    private String error = "";

    ScatterGather(ManyKeysCommand command, int parts, ReplyQueue replyQueue, boolean resp3) {
        this.command = command;
        this.slot = replyQueue.reserve(resp3);
        this.resp3 = resp3;
        this.missing = parts;
        boolean keepsReplies = command.combine() == Combine.ARRAY;
        this.replies = new byte[keepsReplies ? parts : 0][];
        this.scratch = keepsReplies ? Unpooled.buffer(256) : Unpooled.EMPTY_BUFFER;
    }

    /** Runs a part here if this node serves its token; returns whether it ran. */
    boolean run(RespRequest request, int part, LocalTokens tokens, ServedToken served) {
        scratch.clear();
        int outcome = tokens.run(command, request, part, served, scratch, resp3);
        if (outcome == LocalTokens.NOT_HERE) {
            return false;
        }
        if (command.combine() == Combine.ARRAY) {
            byte[] reply = new byte[scratch.readableBytes()];
            scratch.readBytes(reply);
            replies[part] = reply;
        }
        sum += outcome;
        partDone();
        return true;
    }

    /** Returns the target for the reply to a part that runs on another node. */
    ForwardedRequest.ReplyTarget target(int part) {
        return new ForwardedRequest.ReplyTarget() {
            @Override
            public void answered(byte[] data, int from, int length) {
                take(part, data, from, length);
                partDone();
            }

            @Override
            public void failed(String partError) {
                error = error.isEmpty() ? partError : error;
                partDone();
            }
        };
    }

    private void take(int part, byte[] data, int from, int length) {
        if (data[from] == '-') {
            String text = PeerProtocol.text(data, from, length);
            error = error.isEmpty() ? text : error;
        } else if (command.combine() == Combine.ARRAY) {
            replies[part] = Arrays.copyOfRange(data, from, from + length);
        } else if (data[from] == ':') {
            sum += Long.parseLong(PeerProtocol.text(data, from, length));
        }
    }

    private void partDone() {
        missing--;
        if (missing == 0) {
            finish(slot.begin());
            slot.complete();
        }
    }

    private void finish(ByteBuf out) {
        if (!error.isEmpty()) {
            ReplyWriter.error(out, error);
            return;
        }
        switch (command.combine()) {
            case ALL_OK -> ReplyWriter.ok(out);
            case SUM -> ReplyWriter.integer(out, sum);
            case ARRAY -> {
                ReplyWriter.array(out, replies.length);
                for (byte[] reply : replies) {
                    PeerProtocol.copyReply(out, reply, 0, reply.length, resp3);
                }
            }
        }
    }
}
