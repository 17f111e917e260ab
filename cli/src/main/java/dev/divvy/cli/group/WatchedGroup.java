package dev.divvy.cli.group;

import dev.divvy.allocation.Releaser;
import dev.divvy.cli.options.DurationOption;
import dev.divvy.console.view.GroupView;
import dev.divvy.coordination.report.StatusText;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A group after it was watched.
 *
 * @param look the last one
 * @param silent the members that were silent for too long; none are told of by a node
 * @param unheard the members that were not seen alive, those that are silent included; none are told of by a node
 */
record WatchedGroup(GroupLook look, boolean calm, List<Heartbeats.Silence> silent, List<String> unheard) {

    private static final int SOME = 5;

    WatchedGroup {
        silent = List.copyOf(silent);
        unheard = List.copyOf(unheard);
    }

    GroupStatus status() {
        return look.status();
    }

    GroupView view() {
        return GroupView.of(status(), calm);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(StatusText.status(status(), calm, MemberStatus::address));
        silent.forEach(silence -> lines.add(
                silence.member() + " has sent no heartbeat for " + DurationOption.shown(silence.silentFor())));
        return lines;
    }

    /** Returns what keeps the group from being calm. */
    String awaited() {
        List<String> awaited = new ArrayList<>();
        if (status().version().isEmpty()) {
            awaited.add("the first division");
        }
        status().handovers().forEach(motion -> awaited.add(released(motion)));
        status().members().stream()
                .filter(member -> member.state() != MemberState.RUNNING && member.state() != MemberState.SUSPENDED)
                .forEach(member -> awaited.add(member.id() + ", which is " + member.state()));
        unheard.forEach(member -> awaited.add("a heartbeat of " + member));
        status().self().problem().ifPresent(problem -> awaited.add("the end of this problem: " + problem));
        if (awaited.isEmpty()) {
            return "the node to take up what it owns";
        }
        return String.join("; ", awaited.subList(0, Math.min(SOME, awaited.size())))
                + (awaited.size() > SOME ? "; and " + (awaited.size() - SOME) + " more" : "");
    }

    private String released(GroupStatus.Handover motion) {
        return motion.waitingFor().stream()
                        .map(Releaser::incarnation)
                        .map(incarnation -> incarnation.member())
                        .distinct()
                        .collect(Collectors.joining(", "))
                + " to release " + PieceNames.counted(motion.pieces().count(), status().pieces())
                + motion.to().map(owner -> " for " + owner).orElse("");
    }
}
