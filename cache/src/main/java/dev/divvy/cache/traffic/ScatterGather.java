package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.command.spec.ManyKeysCommand;
import dev.divvy.cache.command.spec.ManyKeysCommand.Combine;
import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A request for many keys that is answered by one number or one word: its parts run on the nodes that serve their tokens, and their replies
 * are combined. An {@link ArrayReply} answers requests for values.
 */
final class ScatterGather {

    private static final byte[] ONE = PeerProtocol.bytes(":1\r\n");
    private static final byte[] ZERO = PeerProtocol.bytes(":0\r\n");

    private final ManyKeysCommand command;
    private final ReplyQueue.Slot slot;

    private int missing;
    private long sum;
    private String error = "";

    ScatterGather(ManyKeysCommand command, int parts, ReplyQueue replyQueue, boolean resp3) {
        this.command = command;
        this.slot = replyQueue.reserve(resp3);
        this.missing = parts;
    }

    /** Runs a part here if this node serves its token; returns whether it ran. */
    boolean run(RespRequest request, int part, LocalTokens tokens, ServedToken served, ForwardingQueue forwarding) {
        LocalRun ran = tokens.run(command, request, part, served, Unpooled.EMPTY_BUFFER, false);
        if (ran == null) {
            return false;
        }
        if (ran.refused()) {
            target().failed(LocalRun.TOO_FEW_COPIES);
        } else if (ran.pending() != null) {
            forwarding.defer(
                    ran.pending(),
                    target(),
                    ran.counts() ? ONE : ZERO,
                    command.part(request, part).data().length);
        } else {
            sum += ran.counts() ? 1 : 0;
            partDone();
        }
        return true;
    }

    /** Returns the target for the reply to a part that runs on another node. */
    ForwardedRequest.ReplyTarget target() {
        return new ForwardedRequest.ReplyTarget() {
            @Override
            public void answered(byte[] data, int from, int length) {
                take(data, from, length);
                partDone();
            }

            @Override
            public void failed(String partError) {
                error = error.isEmpty() ? partError : error;
                partDone();
            }
        };
    }

    private void take(byte[] data, int from, int length) {
        if (data[from] == '-') {
            String text = PeerProtocol.text(data, from, length);
            error = error.isEmpty() ? text : error;
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
        } else if (command.combine() == Combine.SUM) {
            ReplyWriter.integer(out, sum);
        } else {
            ReplyWriter.ok(out);
        }
    }
}
