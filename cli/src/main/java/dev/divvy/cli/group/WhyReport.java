package dev.divvy.cli.group;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.plan.Explanation;
import dev.divvy.coordination.status.GroupStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a key or a unit, as {@code divvy why --json} prints it. Its components are the fields; all but the first two are null before
 * anything was divided.
 *
 * @param piece the number of the key's token, or the name of the unit
 * @param owner null when it has none
 * @param since the epoch at which the owner got it
 * @param from the previous owner; null when it had none
 * @param reason the rule by which the owner got it, in words
 * @param waitingFor the members that must release it before the owner may start
 */
record WhyReport(
        String group,
        String key,
        @Nullable String piece,
        @Nullable String owner,
        @Nullable Long since,
        @Nullable String from,
        @Nullable String reason,
        @Nullable List<String> waitingFor) {

    /** Returns the report for a key that has a piece. */
    static WhyReport of(GroupStatus status, String key) {
        Optional<Allocation> allocation = status.allocation();
        if (allocation.isEmpty()) {
            return new WhyReport(status.group(), key, null, null, null, null, null, null);
        }
        String piece = allocation.get().pieces() instanceof Tokens tokens
                ? Integer.toString(tokens.tokenOf(key.getBytes(StandardCharsets.UTF_8)))
                : key;
        Explanation why = Explanation.why(allocation.get(), piece);
        return new WhyReport(
                status.group(),
                key,
                piece,
                why.owner().orElse(null),
                why.since().epoch(),
                why.from().map(Incarnation::member).orElse(null),
                why.rule().sentence(),
                why.waitingFor().stream()
                        .map(releaser -> releaser.incarnation().member())
                        .toList());
    }
}
