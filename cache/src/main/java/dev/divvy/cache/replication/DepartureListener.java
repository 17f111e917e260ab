package dev.divvy.cache.replication;

/** Follows the other nodes on the board. Called before any reply depends on it. */
public interface DepartureListener {

    /** Ignores everything. */
    DepartureListener NONE = new DepartureListener() {
        @Override
        public void began() {}

        @Override
        public void departed() {}
    };

    /** This node begins an incarnation: other nodes may have gone before. */
    void began();

    /** This node has seen that another node is no longer on the board. */
    void departed();
}
