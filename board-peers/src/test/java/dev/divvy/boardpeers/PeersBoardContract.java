package dev.divvy.boardpeers;

import dev.divvy.testkit.contract.BoardContract;
import dev.divvy.testkit.contract.StoreFixture;
import java.util.UUID;

/**
 * The contract of all boards, tested through two nodes of a mesh. It holds among nodes that see each other. Across the sides of a split
 * these duties are broken, as {@link SplitTest} shows: that only one incarnation of a member is on the board, that only one publisher wins
 * an epoch, that every member sees whatever was answered, and, for the side that loses when the split heals, that an allocation and a card
 * stay.
 */
abstract class PeersBoardContract extends StoreFixture implements BoardContract {

    PeersBoardContract(Mesh first, Mesh second) {
        super("test " + UUID.randomUUID(), first, second);
    }
}
