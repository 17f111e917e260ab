package dev.divvy.console.view;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.plan.Explanation;
import dev.divvy.coordination.report.StatusText;
import dev.divvy.coordination.status.GroupStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a key or a unit: the object at {@code /api/why}, and what {@code divvy why --json} prints. All but the first two and the last
 * are null before the first allocation.
 *
 * @param piece the number of the key's token, or the name of the unit
 * @param index the number of the piece
 * @param owner null when it has none
 * @param since the epoch at which the owner got it
 * @param from the previous owner; null when it had none
 * @param reason the rule by which the owner got it, in words
 * @param copies the members that keep a copy of its data
 * @param waitingFor the members that must release it before the owner may start
 * @param sentence the answer in words
 */
public record WhyView(
        String group,
        String key,
        @Nullable String piece,
        @Nullable Integer index,
        @Nullable String owner,
        @Nullable Long since,
        @Nullable String from,
        @Nullable String reason,
        @Nullable List<String> copies,
        @Nullable List<String> waitingFor,
        String sentence) {

    /**
     * Explains the owner of a key, or of a unit.
     *
     * @throws IllegalArgumentException when there is no such unit
     */
    public static WhyView of(GroupStatus status, String key) {
        List<String> lines = StatusText.why(status, key.getBytes(StandardCharsets.UTF_8));
        String sentence = lines.get(lines.size() - 1);
        Optional<Allocation> allocation = status.allocation();
        if (allocation.isEmpty()) {
            return new WhyView(status.group(), key, null, null, null, null, null, null, null, null, sentence);
        }
        int index = allocation.get().pieces() instanceof Tokens tokens
                ? tokens.tokenOf(key.getBytes(StandardCharsets.UTF_8))
                : allocation.get().pieces().indexOf(key);
        Explanation why = status.why(index);
        return new WhyView(
                status.group(),
                key,
                why.piece(),
                index,
                why.owner().orElse(null),
                why.since().epoch(),
                why.from().map(Incarnation::member).orElse(null),
                why.rule().sentence(),
                why.copies().stream().map(Incarnation::member).toList(),
                why.waitingFor().stream()
                        .map(releaser -> releaser.incarnation().member())
                        .toList(),
                sentence);
    }
}
