package dev.divvy.boardredis.link;

import java.util.List;

/** A server that serves everything. */
record OneServer(String address) implements Masters {

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
        throw Door.inACluster(from);
    }

    @Override
    public List<String> nodes() {
        return List.of(address);
    }
}
