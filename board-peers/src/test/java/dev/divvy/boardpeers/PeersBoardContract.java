package dev.divvy.boardpeers;

import dev.divvy.testkit.contract.StoreContract;
import java.util.UUID;

/** The contract of all boards, played through two nodes of a mesh. */
abstract class PeersBoardContract extends StoreContract {

    PeersBoardContract(Mesh here, Mesh there) {
        super("test " + UUID.randomUUID(), here, there);
    }
}
