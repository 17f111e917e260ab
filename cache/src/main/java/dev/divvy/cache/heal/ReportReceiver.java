package dev.divvy.cache.heal;

import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;

/** Receives the reports of other nodes. */
final class ReportReceiver {

    private final int tokens;
    private final EntryForgetter forgetter;
    private final ReportLedger ledger;

    ReportReceiver(int tokens, EntryForgetter forgetter, ReportLedger ledger) {
        this.tokens = tokens;
        this.forgetter = forgetter;
        this.ledger = ledger;
    }

    private int forget(RespRequest request) {
        ChangedKeys keys = Report.readKeys(request, tokens);
        return forgetter.forget(request.number(1), keys);
    }

    /** Handles a report; returns false when the request is another one. */
    boolean receive(RespRequest request, ByteBuf out) {
        try {
            if (request.is(0, PeerProtocol.FORGET)) {
                ReplyWriter.integer(out, forget(request));
            } else if (request.is(0, PeerProtocol.REPORTED)) {
                ledger.add(Report.readEnd(request));
                ReplyWriter.ok(out);
            } else {
                return false;
            }
        } catch (IllegalArgumentException e) {
            ReplyWriter.error(out, "ERR " + e.getMessage());
        }
        return true;
    }
}
