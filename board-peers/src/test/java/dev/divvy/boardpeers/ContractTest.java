package dev.divvy.boardpeers;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The board keeps the contract, whoever keeps the boards. */
class ContractTest {

    private static Nodes nodes;

    @BeforeAll
    static void start() throws Exception {
        nodes = Nodes.calm(3);
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    @Nested
    class AtTheKeeper extends PeersBoardContract {
        AtTheKeeper() {
            super(nodes.meshes.get(0), nodes.meshes.get(1));
        }
    }

    @Nested
    class AtTheOthers extends PeersBoardContract {
        AtTheOthers() {
            super(nodes.meshes.get(2), nodes.meshes.get(1));
        }
    }
}
