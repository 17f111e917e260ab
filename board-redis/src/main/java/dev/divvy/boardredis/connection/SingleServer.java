package dev.divvy.boardredis.connection;

import java.util.List;

/** A server that serves everything. */
record SingleServer(String address) implements SlotOwners {

    @Override
    public String of(int slot, Deadline deadline) {
        return address;
    }

    @Override
    public void doubt(String where) {}

    @Override
    public boolean mayChange() {
        return false;
    }

    @Override
    public void redirected(String from) {
        throw ConnectionFactory.inACluster(from);
    }

    @Override
    public List<String> nodes() {
        return List.of(address);
    }
}
