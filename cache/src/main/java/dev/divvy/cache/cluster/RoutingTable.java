package dev.divvy.cache.cluster;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The node to which requests for each token are sent, made from one status of the group. A moving token is still served by its former
 * owner; the table routes there first, and to the new owner as soon as the former one has said that it released the token. Only these marks
 * of a table ever change.
 */
public final class RoutingTable {

    /** The index that stands for no peer. */
    private static final int NONE = Division.NO_MEMBER;

    private final Tokens tokens;
    private final @Nullable Allocation allocation;
    private final Peer[] peers;
    private final int[] owners;

    /**
     * The former owner of each moving token; {@link #NONE} for the others. Any event loop clears an element, and does nothing else, when
     * the former owner says that it has released the token; a loop that reads a stale element asks the former owner once more.
     */
    private final int[] formerOwners;

    /** The tokens that were moving when the table was made. */
    private final BitSet initiallyMoving;

    private RoutingTable(
            Tokens tokens, @Nullable Allocation allocation, Peer[] peers, int[] owners, int[] formerOwners) {
        this.tokens = tokens;
        this.allocation = allocation;
        this.peers = peers;
        this.owners = owners;
        this.formerOwners = formerOwners;
        this.initiallyMoving = new BitSet(formerOwners.length);
        for (int token = 0; token < formerOwners.length; token++) {
            initiallyMoving.set(token, formerOwners[token] != NONE);
        }
    }

    /** Returns the table of a group without an allocation. */
    public static RoutingTable empty(Tokens tokens) {
        return new RoutingTable(tokens, null, new Peer[0], unowned(tokens.count()), unowned(tokens.count()));
    }

    public static RoutingTable of(GroupStatus status) {
        Tokens tokens = (Tokens) status.pieces();
        Allocation allocation = status.allocation().orElse(null);
        if (allocation == null) {
            return empty(tokens);
        }
        List<MemberStatus> members = status.members();
        Peer[] peers = new Peer[members.size()];
        Map<Incarnation, Integer> indexes = new HashMap<>();
        int[] owners = unowned(tokens.count());
        for (int i = 0; i < peers.length; i++) {
            MemberStatus member = members.get(i);
            int index = i;
            peers[i] = Peer.of(member.incarnation(), member.address());
            indexes.put(member.incarnation(), i);
            member.pieces().forEach(token -> owners[token] = index);
        }
        return new RoutingTable(tokens, allocation, peers, owners, formerOwners(status, indexes));
    }

    private static int[] formerOwners(GroupStatus status, Map<Incarnation, Integer> indexes) {
        int[] formerOwners = unowned(status.pieces().count());
        for (GroupStatus.Handover motion : status.handovers()) {
            // The first member to lose the token still serves it: the later ones were waiting for it themselves.
            motion.waitingFor().stream()
                    .min(Comparator.comparingLong(Releaser::lostAt))
                    .map(releaser -> indexes.get(releaser.incarnation()))
                    .ifPresent(index -> motion.pieces().forEach(token -> formerOwners[token] = index));
        }
        return formerOwners;
    }

    private static int[] unowned(int count) {
        int[] owners = new int[count];
        Arrays.fill(owners, NONE);
        return owners;
    }

    public Tokens tokens() {
        return tokens;
    }

    public Optional<Allocation> allocation() {
        return Optional.ofNullable(allocation);
    }

    public long epoch() {
        return allocation == null ? 0 : allocation.epoch();
    }

    public List<Peer> peers() {
        return List.of(peers);
    }

    /** Returns the node to ask for this token now; null when no node serves it. */
    public @Nullable Peer route(int token) {
        int formerOwner = formerOwners[token];
        return peer(formerOwner == NONE ? owners[token] : formerOwner);
    }

    /** Returns the owner of this token, whether it serves it yet or not; null when it has none. */
    public @Nullable Peer owner(int token) {
        return peer(owners[token]);
    }

    /** Returns the epoch in which the token was allocated to its owner; 0 when it has none. */
    public long since(int token) {
        return allocation == null || owners[token] == NONE
                ? 0
                : allocation.tenureOf(token).since();
    }

    /** Whether the token waits for its former owner, as far as this table knows. */
    public boolean isMoving(int token) {
        return formerOwners[token] != NONE;
    }

    /**
     * Whether the token was moving when the table was made. A client must not be redirected then: the former and the new owner may disagree
     * on the progress of the move, and would redirect the client to each other in turn.
     */
    public boolean isUnsettled(int token) {
        return initiallyMoving.get(token);
    }

    /** Records that the former owner has released the token: the table routes to the owner from now on. */
    void markReleased(int token) {
        formerOwners[token] = NONE;
    }

    private @Nullable Peer peer(int index) {
        return index == NONE ? null : peers[index];
    }
}
