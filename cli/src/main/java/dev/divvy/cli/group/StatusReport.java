package dev.divvy.cli.group;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.console.GroupView;
import dev.divvy.coordination.status.GroupStatus;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A group as {@code divvy status --json} prints it. Its components are the fields; members and handovers are those of {@code /api/status}.
 *
 * @param divides {@code tokens} or {@code units}; null before anything was divided
 * @param pieces how many of them; null before anything was divided
 * @param epoch null before anything was divided
 * @param calm whether everything that is owned is held, nothing moves, and every member is alive
 * @param suspended whether operators let no member own anything
 * @param drained the members that operators drained, also those that are away
 * @param pins by operators
 * @param problem why the node does not reach the others, as it says; null when it does, and for a board
 * @param members their {@code tokens} are units where the group divides units
 * @param handovers their {@code tokens} are units where the group divides units
 * @param silent the members on a board whose heartbeat does not move; none are told of by a node
 */
record StatusReport(
        String group,
        @Nullable String divides,
        @Nullable Integer pieces,
        @Nullable Long epoch,
        boolean calm,
        boolean suspended,
        List<String> drained,
        List<Pin> pins,
        @Nullable String problem,
        List<GroupView.Member> members,
        List<GroupView.Handover> handovers,
        List<Silent> silent) {

    /** A piece, and the member that it belongs to while that is there. */
    record Pin(String piece, String member) {}

    /** A member, and for how long it was watched without a heartbeat. */
    record Silent(String name, long silentMillis) {}

    static StatusReport of(WatchedGroup group) {
        GroupStatus status = group.status();
        GroupView view = GroupView.of(status);
        boolean divided = status.version().isPresent();
        Directives directives = status.allocation().map(Allocation::directives).orElse(Directives.NONE);
        return new StatusReport(
                status.group(),
                divided ? PieceNames.kind(status.pieces()) + "s" : null,
                divided ? status.pieces().count() : null,
                view.epoch(),
                group.calm(),
                status.suspended(),
                directives.weights().entrySet().stream()
                        .filter(weight -> Objects.equals(weight.getValue(), 0))
                        .map(Map.Entry::getKey)
                        .toList(),
                directives.pins().entrySet().stream()
                        .map(pin -> new Pin(pin.getKey(), pin.getValue()))
                        .toList(),
                view.problem(),
                view.members(),
                view.handovers(),
                group.silent().stream()
                        .map(one -> new Silent(one.member(), one.silentFor().toMillis()))
                        .toList());
    }
}
