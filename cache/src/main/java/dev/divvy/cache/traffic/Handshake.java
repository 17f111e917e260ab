package dev.divvy.cache.traffic;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.resp.Request;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** How two nodes make sure that they belong together: the same group, the lives they mean, and a secret that is shown to nobody. */
final class Handshake {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String RULE = "HmacSHA256";

    private final String group;
    private final String secret;

    Handshake(String group, String secret) {
        this.group = group;
        this.secret = secret;
    }

    /** A number that nobody saw before. */
    static String challenge() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** What the one who comes says. */
    byte[] meeting(String challenge, Incarnation from, Incarnation to) {
        Request request = Request.of(
                Words.bytes(Words.MEET),
                Words.bytes(group),
                Words.bytes(from.member()),
                Words.bytes(Long.toString(from.number())),
                Words.bytes(to.member()),
                Words.bytes(Long.toString(to.number())),
                Words.bytes(proof(challenge, from.toString(), to.toString())));
        return request.data();
    }

    /**
     * Looks at what the one who came said.
     *
     * @return why it is refused; empty when it is welcome
     */
    String refusal(Request meeting, String challenge, Incarnation me) {
        if (meeting.size() != 7 || !meeting.isNumber(3) || !meeting.isNumber(5)) {
            return "ERR wrong number of arguments for 'divvy.meet' command";
        }
        String theirs = meeting.text(2) + "/" + meeting.number(3);
        String meant = meeting.text(4) + "/" + meeting.number(5);
        byte[] expected = Words.bytes(proof(challenge, theirs, meant));
        if (challenge.isEmpty() || !MessageDigest.isEqual(expected, meeting.copy(6))) {
            return "ERR another secret than this node's";
        }
        if (!meeting.text(1).equals(group)) {
            return "ERR this node is of the group " + group + ", not " + meeting.text(1);
        }
        return meant.equals(me.toString()) ? "" : "ERR this is " + me + ", not " + meant;
    }

    private String proof(String challenge, String from, String to) {
        try {
            Mac mac = Mac.getInstance(RULE);
            // A key may not be empty; a group without a secret has one that everybody knows.
            mac.init(new SecretKeySpec(("divvy:" + secret).getBytes(StandardCharsets.UTF_8), RULE));
            return HexFormat.of()
                    .formatHex(mac.doFinal(Words.bytes(challenge + "\n" + group + "\n" + from + "\n" + to)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + RULE, e);
        }
    }
}
