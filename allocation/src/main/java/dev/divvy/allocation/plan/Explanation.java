package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Version;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Why a piece is where it is.
 *
 * @param since the lineage and epoch at which it came to its owner
 * @param from the last owner before
 * @param waitingFor who must still let go of it before the owner may start
 */
public record Explanation(
        String piece,
        Optional<String> owner,
        Rule rule,
        Version since,
        Optional<Incarnation> from,
        List<Releaser> waitingFor) {

    public static Explanation why(Allocation allocation, int piece) {
        Tenure tenure = allocation.tenureOf(piece);
        return new Explanation(
                allocation.pieces().name(piece),
                allocation.owner(piece).map(Member::id),
                tenure.rule(),
                new Version(allocation.version().lineage(), tenure.since()),
                tenure.from(),
                tenure.releasers());
    }

    /** By the name of the piece. */
    public static Explanation why(Allocation allocation, String piece) {
        int index = allocation.pieces().indexOf(piece);
        if (index < 0) {
            throw new IllegalArgumentException("there is no piece " + piece + " among " + allocation.pieces());
        }
        return why(allocation, index);
    }

    /** For people, in one line. */
    public String sentence() {
        StringBuilder text = new StringBuilder("piece ")
                .append(piece)
                .append(owner.map(id -> " belongs to " + id).orElse(" belongs to nobody"))
                .append(" since epoch ")
                .append(since.epoch());
        from.ifPresent(life -> text.append(", from ").append(life.member()));
        text.append(": ").append(rule.sentence());
        if (!waitingFor.isEmpty()) {
            text.append("; it waits for ")
                    .append(waitingFor.stream()
                            .map(releaser -> releaser.life().member() + " to acknowledge epoch " + releaser.lostAt())
                            .collect(Collectors.joining(", ")));
        }
        return text.append('.').toString();
    }
}
