package dev.divvy.boardpeers;

import dev.divvy.testkit.contract.BoardContract;
import dev.divvy.testkit.contract.StoreFixture;
import java.util.UUID;

/**
 * The contract of all boards, played through two nodes of a mesh. It holds among nodes that see each other. Across the sides of a split these
 * duties are broken, as {@link SplitTest} shows: that one incarnation of a member is there, that a publisher wins its epoch alone, that what
 * was answered is seen by everyone from then on, and, for the side that loses when it heals, that an allocation and a card stay.
 */
abstract class PeersBoardContract extends StoreFixture implements BoardContract {

    PeersBoardContract(Mesh here, Mesh there) {
        super("test " + UUID.randomUUID(), here, there);
    }
}
