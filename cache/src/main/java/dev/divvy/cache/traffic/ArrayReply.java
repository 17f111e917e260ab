package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.command.spec.ManyKeysCommand;
import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * The reply to a request for the values of many keys: a header, and the replies of the parts in the order of the keys. A short reply is
 * gathered, so that an error of one part can replace all of it. A long one is sent as its parts become ready; an error is then the reply
 * of its part. Belongs to one event loop.
 */
final class ArrayReply {

    /** The bytes of parts that are gathered before the reply begins. */
    private static final int GATHERED_BYTES = 256 * 1024;

    /** The parts that may be requested from other nodes before the length of any is known. */
    private static final int FIRST_REMOTE_PARTS = 1;

    /** The parts after which the reply begins even if it is short, since the slots of a connection are limited. */
    private static final int GATHERED_PARTS = 4096;

    private final ReplyQueue replies;
    private final int parts;
    private final boolean resp3;
    private final ReplyQueue.Slot header;

    /** The slots of the parts, until the reply begins. */
    private final List<ReplyQueue.Slot> gathered = new ArrayList<>();

    private int started;
    private int remote;
    private int remoteDone;
    private int longest;
    private boolean begun;
    private String error = "";

    ArrayReply(ReplyQueue replies, int parts, boolean resp3) {
        this.replies = replies;
        this.parts = parts;
        this.resp3 = resp3;
        this.header = replies.reserve(resp3);
    }

    int parts() {
        return parts;
    }

    /** Returns the number of parts that were run or forwarded. */
    int started() {
        return started;
    }

    /** Whether the next part may be run or forwarded, as far as the replies of other nodes are concerned: each may be long. */
    boolean mayStartPart() {
        long waiting = (long) remote - remoteDone;
        return waiting < FIRST_REMOTE_PARTS + 2L * remoteDone && (waiting == 0 || waiting * longest <= GATHERED_BYTES);
    }

    /** Runs the next part here if this node serves its token; returns whether it ran. */
    boolean run(
            ManyKeysCommand command,
            RespRequest request,
            LocalTokens tokens,
            ServedToken served,
            ForwardingQueue forwarding) {
        ByteBuf out = replies.immediate();
        int start = out.writerIndex();
        LocalRun ran = tokens.run(command, request, started, served, out, resp3);
        if (ran == null) {
            return false;
        }
        if (ran.pending() != null) {
            byte[] reply = LocalRun.takeBack(out, start);
            forwarding.defer(ran.pending(), startRemotely(), reply, 0);
            return true;
        }
        started++;
        if (!begun) {
            gather(replies.last());
        }
        progress();
        return true;
    }

    /** Returns the target for the reply to the next part, which another node runs. */
    ForwardedRequest.ReplyTarget startRemotely() {
        ReplyQueue.Slot slot = replies.reserve(resp3);
        started++;
        remote++;
        if (!begun) {
            gather(slot);
        }
        return new ForwardedRequest.ReplyTarget() {
            @Override
            public void answered(byte[] data, int from, int length) {
                longest = Math.max(longest, length);
                if (data[from] == '-' && !begun) {
                    failed(PeerProtocol.text(data, from, length));
                } else {
                    slot.answered(data, from, length);
                    remoteDone++;
                    progress();
                }
            }

            @Override
            public void failed(String partError) {
                error = error.isEmpty() ? partError : error;
                slot.failed(partError);
                remoteDone++;
                progress();
            }
        };
    }

    private void gather(ReplyQueue.Slot slot) {
        if (gathered.isEmpty() || gathered.get(gathered.size() - 1) != slot) {
            gathered.add(slot);
        }
        if (started == parts) {
            slot.seal();
        }
    }

    /** Begins the reply when it is complete, or too long to be gathered. */
    private void progress() {
        boolean complete = started == parts && remoteDone == remote;
        boolean tooLong = started > GATHERED_PARTS || replies.heldBytes() > GATHERED_BYTES;
        if (begun || !(complete || tooLong)) {
            return;
        }
        begun = true;
        if (complete && !error.isEmpty()) {
            gathered.forEach(ReplyQueue.Slot::discard);
            ReplyWriter.error(header.begin(), error);
        } else {
            ReplyWriter.array(header.begin(), parts);
        }
        gathered.clear();
        header.complete();
    }
}
