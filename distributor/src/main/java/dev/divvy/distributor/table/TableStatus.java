package dev.divvy.distributor.table;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.coordination.status.SelfStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Builds the status of a group from a distribution: the services of the table are its members. Pure functions. */
public final class TableStatus {

    /** The units that one service gets from the same releasers. */
    private record Transfer(String to, List<Releaser> waitingFor) {}

    private TableStatus() {}

    /**
     * Returns the status.
     *
     * @param history the history after this distribution was read
     * @param expired whether the grace time of all releasers is over
     */
    public static GroupStatus of(String group, TableHistory history, Distribution distribution, boolean expired) {
        Optional<Allocation> current = history.current();
        List<GroupStatus.Handover> handovers = expired
                ? List.of()
                : current.map(allocation -> handovers(allocation, distribution)).orElse(List.of());
        Pieces pieces = current.map(Allocation::pieces).orElse(Units.of());
        List<EpochSummary> epochs = current.map(Allocation::history).orElse(List.of());
        return new GroupStatus(
                group,
                current.map(Allocation::version),
                pieces,
                false,
                Optional.empty(),
                current.map(allocation -> members(allocation, handovers, distribution))
                        .orElse(List.of()),
                handovers,
                epochs,
                current,
                self(history.problem()));
    }

    private static SelfStatus self(Optional<String> problem) {
        return problem.isEmpty()
                ? SelfStatus.NONE
                : new SelfStatus("", Optional.empty(), Duration.ZERO, 0, 0, Duration.ZERO, problem, false);
    }

    private static List<MemberStatus> members(
            Allocation allocation, List<GroupStatus.Handover> handovers, Distribution distribution) {
        Set<String> waiting =
                handovers.stream().flatMap(handover -> handover.to().stream()).collect(Collectors.toSet());
        List<MemberStatus> members = new ArrayList<>();
        for (int service = 0; service < allocation.roster().size(); service++) {
            Incarnation incarnation = allocation.roster().get(service).incarnation();
            String name = incarnation.member();
            members.add(new MemberStatus(
                    incarnation,
                    waiting.contains(name) ? MemberState.WAITING : MemberState.RUNNING,
                    distribution.acknowledged().getOrDefault(name, 0L),
                    Optional.empty(),
                    Optional.empty(),
                    allocation.division().of(service),
                    1,
                    Optional.empty(),
                    name));
        }
        return members;
    }

    /** Returns the handovers to the present owners that a releaser has not acknowledged, one per owner and releasers. */
    private static List<GroupStatus.Handover> handovers(Allocation allocation, Distribution distribution) {
        Map<Transfer, List<Integer>> units = new LinkedHashMap<>();
        distribution.handovers().releasers().forEach((handover, chain) -> {
            int unit = allocation.pieces().indexOf(handover.unit());
            List<Releaser> waitingFor = waitingFor(handover.service(), chain, distribution.acknowledged());
            // An entry stays when the unit moved on, and while no service has it.
            if (unit >= 0
                    && !waitingFor.isEmpty()
                    && allocation.piecesOf(handover.service()).contains(unit)) {
                units.computeIfAbsent(new Transfer(handover.service(), waitingFor), transfer -> new ArrayList<>())
                        .add(unit);
            }
        });
        return units.entrySet().stream()
                .map(entry -> new GroupStatus.Handover(
                        Runs.ofPieces(entry.getValue().stream()
                                .mapToInt(Integer::intValue)
                                .toArray()),
                        Optional.of(entry.getKey().to()),
                        entry.getKey().waitingFor()))
                .toList();
    }

    /** Returns the releasers that a service waits for: not for itself, and not for a text that is no release. */
    private static List<Releaser> waitingFor(String owner, List<AwaitedRelease> chain, Map<String, Long> acknowledged) {
        return chain.stream()
                .filter(release -> !release.service().equals(owner)
                        && release.epoch() >= 1
                        && acknowledged.getOrDefault(release.service(), 0L) < release.epoch()
                        && NameRules.fault(release.service(), NameRules.LONGEST).isEmpty())
                .map(release -> new Releaser(new Incarnation(release.service(), 0), release.epoch()))
                .toList();
    }
}
