package dev.divvy.boardredis.connection;

import java.util.List;

/** A single server, which serves all slots. */
record SingleSlotOwner(String address) implements SlotOwners {

    @Override
    public String masterOf(int slot, Deadline deadline) {
        return address;
    }

    @Override
    public void suspect(String node) {}

    @Override
    public boolean mayFailOver() {
        return false;
    }

    @Override
    public void redirected(String from) {
        throw ConnectionFactory.clusterNode(from);
    }

    @Override
    public List<String> nodes() {
        return List.of(address);
    }
}
