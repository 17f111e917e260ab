package dev.divvy.cache.node;

import dev.divvy.allocation.codec.AllocationCodec;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/**
 * The group as this node sees it, for programs. The first record is of the group: {@code group}, {@code calm} (1 or 0), {@code problem}
 * (may be empty) and {@code allocation} (its binary encoding in base64; empty before anything is divided). One record per member on the
 * board follows: {@code id}, {@code incarnation}, {@code state}, {@code acknowledged}, {@code weight}, {@code zone} (may be empty),
 * {@code address} (where clients reach it; may be empty) and {@code ttl} (milliseconds). A record is a flat list of names and values;
 * readers ignore names that they do not know.
 */
final class SnapshotReply {

    private SnapshotReply() {}

    /**
     * Writes a status.
     *
     * @param calm whether this node has nothing left to take up either
     * @param timeToLive of the cards of the group
     */
    static void write(
            GroupStatus status,
            boolean calm,
            Duration timeToLive,
            Function<MemberStatus, String> address,
            ByteBuf out) {
        List<MemberStatus> present = status.members().stream()
                .filter(member -> member.state() != MemberState.GONE)
                .toList();
        ReplyWriter.array(out, 1 + present.size());
        fields(
                out,
                "group",
                status.group(),
                "calm",
                calm ? "1" : "0",
                "problem",
                status.self().problem().orElse(""),
                "allocation",
                status.allocation()
                        .map(AllocationCodec::write)
                        .map(SnapshotReply::base64)
                        .orElse(""));
        for (MemberStatus member : present) {
            fields(
                    out,
                    "id",
                    member.id(),
                    "incarnation",
                    Long.toString(member.incarnation().number()),
                    "state",
                    member.state().name(),
                    "acknowledged",
                    Long.toString(member.acknowledged()),
                    "weight",
                    Integer.toString(member.weight()),
                    "zone",
                    member.zone().orElse(""),
                    "address",
                    address.apply(member),
                    "ttl",
                    Long.toString(timeToLive.toMillis()),
                    "beat-age",
                    member.beatAge().map(age -> Long.toString(age.toMillis())).orElse(""));
        }
    }

    private static String base64(byte[] form) {
        return Base64.getEncoder().encodeToString(form);
    }

    static void fields(ByteBuf out, String... words) {
        ReplyWriter.array(out, words.length);
        for (String word : words) {
            ReplyWriter.bulk(out, word);
        }
    }
}
