package dev.divvy.cache.traffic;

import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;
import java.net.SocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What another node says when it comes, before anybody knows who it is: it asks for a number, and proves with it that it knows the secret. */
final class Introduction {

    /** What was heard. */
    enum Heard {
        /** Nothing that is said between nodes. */
        NOTHING,
        /** It is answered; the one who came goes on as it is. */
        ANSWERED,
        /** Whoever it is, it is no node of this group, and goes. */
        REFUSED,
        /** It is a node of this group. */
        MET
    }

    private static final Logger log = LoggerFactory.getLogger(Introduction.class);

    private final Plant plant;

    /** Good for one attempt. */
    private String challenge = "";

    Introduction(Plant plant) {
        this.plant = plant;
    }

    /** Answers a request if it is one between nodes. */
    Heard hear(Request request, SocketAddress from, ByteBuf out) {
        if (request.is(0, Words.CHALLENGE)) {
            challenge = Handshake.challenge();
            Replies.bulk(out, challenge);
            return Heard.ANSWERED;
        }
        if (!request.is(0, Words.MEET)) {
            return Heard.NOTHING;
        }
        String refusal = plant.handshake().refusal(request, challenge, plant.me());
        challenge = "";
        if (!refusal.isEmpty()) {
            log.warn("a node at {} was refused: {}", from, refusal);
            Replies.error(out, refusal);
            return Heard.REFUSED;
        }
        Replies.ok(out);
        return Heard.MET;
    }
}
