package dev.divvy.boardpeers;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The board fulfils the contract, on the primary and on replicas. */
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
    class OnThePrimary extends PeersBoardContract {
        OnThePrimary() {
            super(nodes.meshes.get(0), nodes.meshes.get(1));
        }
    }

    @Nested
    class OnReplicas extends PeersBoardContract {
        OnReplicas() {
            super(nodes.meshes.get(2), nodes.meshes.get(1));
        }
    }
}
