package dev.divvy.cli.group;

import dev.divvy.coordination.status.GroupStatus;
import java.util.List;

/**
 * The last epochs of a group, as {@code divvy history --json} prints them. Its components are the fields.
 *
 * @param epochs the oldest first; none before anything was divided
 */
record HistoryReport(String group, List<Epoch> epochs) {

    /**
     * One epoch.
     *
     * @param causes the differences in words; none when members and orders stayed
     * @param moved how many pieces changed owner
     * @param fewest how many would have had to, at least
     */
    record Epoch(long epoch, List<String> causes, int members, int moved, int fewest) {}

    static HistoryReport of(GroupStatus status) {
        return new HistoryReport(
                status.group(),
                status.history().stream()
                        .map(epoch ->
                                new Epoch(epoch.epoch(), epoch.causes(), epoch.members(), epoch.moved(), epoch.bound()))
                        .toList());
    }
}
