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
 * The node to which a request for each token is sent, made from one status of the group. A token in motion is still served by its former
 * owner; the table leads there first, and to the new owner as soon as the former one said that it has let go. That mark is the only thing
 * about a table that changes.
 */
public final class RoutingTable {

    private static final int NOBODY = Division.NOBODY;

    private final Tokens tokens;
    private final @Nullable Allocation allocation;
    private final Peer[] peers;
    private final int[] owners;

    /**
     * The former owner of a token in motion; {@link #NOBODY} for other tokens. Cleared, and only cleared, by any event loop that heard the
     * former owner say that it has let go; a loop that reads an older value asks the former owner once more.
     */
    private final int[] before;

    /** The tokens in motion when the table was made. */
    private final BitSet motion;

    private RoutingTable(Tokens tokens, @Nullable Allocation allocation, Peer[] peers, int[] owners, int[] before) {
        this.tokens = tokens;
        this.allocation = allocation;
        this.peers = peers;
        this.owners = owners;
        this.before = before;
        this.motion = new BitSet(before.length);
        for (int token = 0; token < before.length; token++) {
            motion.set(token, before[token] != NOBODY);
        }
    }

    /** Returns the table of a group that has divided nothing yet. */
    public static RoutingTable blank(Tokens tokens) {
        return new RoutingTable(tokens, null, new Peer[0], nobody(tokens.count()), nobody(tokens.count()));
    }

    public static RoutingTable of(GroupStatus status) {
        Tokens tokens = (Tokens) status.pieces();
        Allocation allocation = status.allocation().orElse(null);
        if (allocation == null) {
            return blank(tokens);
        }
        List<MemberStatus> members = status.members();
        Peer[] peers = new Peer[members.size()];
        Map<Incarnation, Integer> places = new HashMap<>();
        int[] owners = nobody(tokens.count());
        for (int i = 0; i < peers.length; i++) {
            MemberStatus member = members.get(i);
            int place = i;
            peers[i] = Peer.of(member.life(), member.address());
            places.put(member.life(), i);
            member.pieces().forEach(token -> owners[token] = place);
        }
        return new RoutingTable(tokens, allocation, peers, owners, motions(status, places));
    }

    private static int[] motions(GroupStatus status, Map<Incarnation, Integer> places) {
        int[] before = nobody(status.pieces().count());
        for (GroupStatus.Motion motion : status.motions()) {
            // The first to lose it has it: those after it were waiting themselves.
            motion.waitingFor().stream()
                    .min(Comparator.comparingLong(Releaser::lostAt))
                    .map(releaser -> places.get(releaser.life()))
                    .ifPresent(place -> motion.pieces().forEach(token -> before[token] = place));
        }
        return before;
    }

    private static int[] nobody(int count) {
        int[] all = new int[count];
        Arrays.fill(all, NOBODY);
        return all;
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
        int first = before[token];
        return at(first == NOBODY ? owners[token] : first);
    }

    /** Returns the owner of this token, whether it serves it yet or not; null when it has none. */
    public @Nullable Peer owner(int token) {
        return at(owners[token]);
    }

    /** Returns the epoch at which the token became its owner's; 0 when it has none. */
    public long since(int token) {
        return allocation == null || owners[token] == NOBODY
                ? 0
                : allocation.tenureOf(token).since();
    }

    /** Returns whether the token waits for its former owner, as far as this table knows. */
    public boolean isMoving(int token) {
        return before[token] != NOBODY;
    }

    /**
     * Returns whether the token was in motion when the table was made. A client must not be redirected then: the former and the new owner may
     * know differently how far the move is, and would send it to and fro.
     */
    public boolean isUnsettled(int token) {
        return motion.get(token);
    }

    /** Records that the former owner has let go: the table leads to the owner from now on. */
    void letGo(int token) {
        before[token] = NOBODY;
    }

    private @Nullable Peer at(int place) {
        return place == NOBODY ? null : peers[place];
    }
}
