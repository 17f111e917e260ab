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
 * Where a request for a token is to be sent, made from one status of the group. A token in motion is still served by the one that has not
 * let go of it; the chart leads there first, and to the new owner as soon as the old one said that it has handed the token over.
 */
public final class Chart {

    private static final int NOBODY = Division.NOBODY;

    private final Tokens tokens;
    private final @Nullable Allocation allocation;
    private final Peer[] peers;
    private final int[] owners;

    /** For tokens in motion: who had them before; elsewhere {@link #NOBODY}. Cleared, and only cleared, when that one said that it has let go. */
    private final int[] before;

    /** The tokens in motion when the chart was made. */
    private final BitSet motion;

    private Chart(Tokens tokens, @Nullable Allocation allocation, Peer[] peers, int[] owners, int[] before) {
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

    /** Before anything was divided. */
    public static Chart blank(Tokens tokens) {
        return new Chart(tokens, null, new Peer[0], nobody(tokens.count()), nobody(tokens.count()));
    }

    public static Chart of(GroupStatus status) {
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
        return new Chart(tokens, allocation, peers, owners, motions(status, places));
    }

    private static int[] motions(GroupStatus status, Map<Incarnation, Integer> places) {
        int[] before = nobody(status.pieces().count());
        for (GroupStatus.Motion motion : status.motions()) {
            // Who lost it first has it: whoever came after was waiting.
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

    /** Whom to ask for this token now; null when nobody serves it. */
    public @Nullable Peer route(int token) {
        int first = before[token];
        return at(first == NOBODY ? owners[token] : first);
    }

    /** Who owns this token, whether it serves it yet or not; null when nobody does. */
    public @Nullable Peer owner(int token) {
        return at(owners[token]);
    }

    /** At which epoch the token became its owner's; 0 when it has none. */
    public long since(int token) {
        return allocation == null || owners[token] == NOBODY
                ? 0
                : allocation.tenureOf(token).since();
    }

    /** Whether the token waits for one who had it before, as far as this chart knows. */
    public boolean moving(int token) {
        return before[token] != NOBODY;
    }

    /**
     * Whether the token was in motion when the chart was made. It is then no use to send a client elsewhere: the one that had it and the one
     * that gets it may know differently how far it is.
     */
    public boolean unsettled(int token) {
        return motion.get(token);
    }

    /** The one that had it said that it has let go: the chart leads to the owner from now on. */
    void letGo(int token) {
        before[token] = NOBODY;
    }

    private @Nullable Peer at(int place) {
        return place == NOBODY ? null : peers[place];
    }
}
