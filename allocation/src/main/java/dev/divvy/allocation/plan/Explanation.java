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
 * The reason why a piece is at its owner.
 *
 * @param since the lineage and epoch at which it came to its owner
 * @param from the previous owner
 * @param copies the incarnations that keep a copy of its data
 * @param waitingFor the incarnations that must still release it before the owner may start
 */
public record Explanation(
        String piece,
        Optional<String> owner,
        Rule rule,
        Version since,
        Optional<Incarnation> from,
        List<Incarnation> copies,
        List<Releaser> waitingFor) {

    public static Explanation why(Allocation allocation, int piece) {
        Tenure tenure = allocation.tenureOf(piece);
        return new Explanation(
                allocation.pieces().name(piece),
                allocation.owner(piece).map(Member::id),
                tenure.rule(),
                new Version(allocation.version().lineage(), tenure.since()),
                tenure.from(),
                allocation.copiesOf(piece),
                tenure.releasers());
    }

    /** Explains the piece of this name. */
    public static Explanation why(Allocation allocation, String piece) {
        int index = allocation.pieces().indexOf(piece);
        if (index < 0) {
            throw new IllegalArgumentException("there is no piece " + piece + " among " + allocation.pieces());
        }
        return why(allocation, index);
    }

    /** Returns this explanation with the incarnations that have not released the piece until now. */
    public Explanation withWaitingFor(List<Releaser> now) {
        return new Explanation(piece, owner, rule, since, from, copies, now);
    }

    /** Returns a one-line text for display. */
    public String sentence() {
        StringBuilder text = new StringBuilder("piece ")
                .append(piece)
                .append(owner.map(id -> " has belonged to " + id).orElse(" has had no owner"))
                .append(" since epoch ")
                .append(since.epoch());
        from.ifPresent(incarnation ->
                text.append(" (formerly ").append(incarnation.member()).append(')'));
        text.append(": ").append(rule.sentence());
        if (!copies.isEmpty()) {
            text.append(copies.size() == 1 ? "; its copy is at " : "; its copies are at ")
                    .append(copies.stream().map(Incarnation::member).collect(Collectors.joining(" and ")));
        }
        if (!waitingFor.isEmpty()) {
            text.append("; it waits for ")
                    .append(waitingFor.stream()
                            .map(releaser ->
                                    releaser.incarnation().member() + " to acknowledge epoch " + releaser.lostAt())
                            .collect(Collectors.joining(", ")));
        }
        return text.append('.').toString();
    }
}
