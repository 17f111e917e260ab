package dev.divvy.boardpeers.replication;

import dev.divvy.coordination.board.Card;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All boards of a mesh, as a value: the state of the primary, of which every replica has a copy.
 *
 * @param history the last versions of the earlier terms that this one continues, oldest first; only the latest terms are kept
 * @param viewNodes the nodes of the view that this copy last recorded: each may have confirmed a change that is not in it
 * @param founding the term in which the first board was created; empty before. It stays the same in all terms that continue it
 * @param boards the boards by group
 */
public record ReplicatedBoards(
        StateVersion version,
        List<StateVersion> history,
        List<String> viewNodes,
        String founding,
        NavigableMap<String, GroupBoard> boards) {

    /** The most earlier terms that are kept. A copy of a term before them counts as diverged. */
    private static final int MAX_HISTORY = 64;

    public static final ReplicatedBoards NONE =
            new ReplicatedBoards(StateVersion.NONE, List.of(), List.of(), "", new TreeMap<>());

    public ReplicatedBoards {
        history = List.copyOf(history);
        viewNodes = List.copyOf(viewNodes);
    }

    /** Returns the board of a group; a blank one, whose origin is this term, when no member has joined it yet. */
    GroupBoard board(String group) {
        GroupBoard board = boards.get(group);
        return board == null ? GroupBoard.blank(version.term()) : board;
    }

    boolean hasRoomFor(String group, MeshLimits limits) {
        return boards.containsKey(group) || boards.size() < limits.groups();
    }

    /** Returns all nodes through which cards were last renewed. */
    Set<String> hosts() {
        Set<String> all = new TreeSet<>();
        boards.values().forEach(board -> all.addAll(board.hosts().values()));
        return all;
    }

    /** Returns the cards that were last renewed through a node, by group. */
    Map<String, List<Card>> cardsHostedBy(String node) {
        Map<String, List<Card>> all = new TreeMap<>();
        boards.forEach((group, board) -> all.put(
                group,
                board.record().cards().values().stream()
                        .filter(card -> board.isHost(node, card))
                        .toList()));
        return all;
    }

    /** Returns the next version, with these changes by group. */
    ReplicatedBoards with(Map<String, BoardChange> changes) {
        NavigableMap<String, GroupBoard> all = new TreeMap<>(boards);
        changes.forEach((group, change) -> all.put(group, change.applyTo(board(group))));
        return new ReplicatedBoards(
                version.next(), history, viewNodes, founding.isEmpty() ? version.term() : founding, all);
    }

    /** Returns the same version with newer beats: copies of one version may differ in beats, and in nothing else. */
    ReplicatedBoards withBeats(String group, Map<String, Long> beats) {
        NavigableMap<String, GroupBoard> all = new TreeMap<>(boards);
        all.computeIfPresent(group, (name, board) -> board.withBeats(beats));
        return new ReplicatedBoards(version, history, viewNodes, founding, all);
    }

    ReplicatedBoards withViewNodes(List<String> nodes) {
        return new ReplicatedBoards(version, history, nodes, founding, boards);
    }

    /** Returns the same boards at the start of a new term. */
    ReplicatedBoards inTermOf(String primary, MeshView view) {
        List<StateVersion> all = new ArrayList<>(history);
        if (!version.isNone()) {
            all.add(version);
        }
        return new ReplicatedBoards(
                StateVersion.startOf(primary, view.number(), version.changes() + 1),
                all.subList(Math.max(0, all.size() - MAX_HISTORY), all.size()),
                view.nodes(),
                founding,
                boards);
    }

    /** Returns the same boards with another origin, which tells members that something that was answered may be missing. */
    ReplicatedBoards withOrigin(String origin) {
        NavigableMap<String, GroupBoard> all = new TreeMap<>();
        boards.forEach((group, board) -> all.put(group, board.withOrigin(origin)));
        return new ReplicatedBoards(version, history, viewNodes, founding, all);
    }

    /**
     * Returns the summary of this copy. A copy without boards counts as none: no side of a split continues it.
     *
     * @param age the time since the first board was created
     */
    CopySummary summary(long age) {
        return boards.isEmpty() ? CopySummary.NONE : new CopySummary(version, history, viewNodes, founding, age);
    }

    /** Whether this copy continues the other one, or is the same. */
    boolean continues(ReplicatedBoards other) {
        return summary(0).includes(other.summary(0).version());
    }
}
