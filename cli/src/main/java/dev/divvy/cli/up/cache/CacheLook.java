package dev.divvy.cli.up.cache;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The nodes and the owners of keys at one moment.
 *
 * @param version empty before the first allocation
 * @param present the nodes that are members
 * @param leaving the nodes that were asked to leave
 * @param owners returns the nodes that may hold a key
 */
record CacheLook(
        Optional<Version> version,
        Set<Incarnation> present,
        Set<String> leaving,
        Function<String, Set<Incarnation>> owners) {

    static final CacheLook NONE = new CacheLook(Optional.empty(), Set.of(), Set.of(), key -> Set.of());

    CacheLook {
        present = Set.copyOf(present);
        leaving = Set.copyOf(leaving);
    }

    static CacheLook of(GroupStatus status, Set<String> leaving) {
        Set<Incarnation> present = status.members().stream()
                .filter(member -> member.state() != MemberState.GONE)
                .map(MemberStatus::incarnation)
                .collect(Collectors.toSet());
        return new CacheLook(status.version(), present, leaving, key -> holders(status, key));
    }

    /** Returns the owner of a key, and former owners that have not released it yet. */
    private static Set<Incarnation> holders(GroupStatus status, String key) {
        Optional<Allocation> allocation = status.allocation();
        Set<Incarnation> holders = new HashSet<>();
        if (allocation.isPresent() && allocation.get().pieces() instanceof Tokens tokens) {
            int piece = tokens.tokenOf(key.getBytes(StandardCharsets.UTF_8));
            allocation.get().owner(piece).map(Member::incarnation).ifPresent(holders::add);
            status.handovers().stream()
                    .filter(handover -> handover.pieces().contains(piece))
                    .flatMap(handover -> handover.waitingFor().stream())
                    .map(Releaser::incarnation)
                    .forEach(holders::add);
        }
        return holders;
    }

    Set<Incarnation> holders(String key) {
        return owners.apply(key);
    }

    /** Whether this is not an older state than another: nodes may lag behind each other. */
    boolean isAfter(CacheLook other) {
        return version.isPresent() && (other.version.isEmpty() || !isSameLineage(other) || epoch() >= other.epoch());
    }

    /** Whether there may have been another allocation between the two. */
    boolean hasSkipped(CacheLook before) {
        return before.version.isPresent() && (!isSameLineage(before) || epoch() > before.epoch() + 1);
    }

    private boolean isSameLineage(CacheLook other) {
        return version.map(Version::lineage).equals(other.version.map(Version::lineage));
    }

    private long epoch() {
        return version.map(Version::epoch).orElse(0L);
    }

    /** Returns the nodes that were present before and left without being asked to: they crashed, or were ejected. */
    Set<Incarnation> crashedSince(CacheLook before) {
        return before.present.stream()
                .filter(node -> !present.contains(node))
                .filter(node -> !leaving.contains(node.member()))
                .collect(Collectors.toSet());
    }
}
