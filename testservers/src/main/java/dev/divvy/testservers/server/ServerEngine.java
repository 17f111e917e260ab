package dev.divvy.testservers.server;

import dev.divvy.testservers.process.Command;

/** Prepares, starts and probes one kind of server. It has no state of its own: all state is in the {@link ServerHome}. */
public interface ServerEngine {

    /** Returns one short word, the first part of the name of every home. */
    String kind();

    /** Creates the data of a new server. Called once per home; may take seconds. */
    void prepare(ServerHome home);

    /**
     * Returns the command that runs the server in the foreground, on this port of 127.0.0.1. Its command line must contain the name of the
     * home.
     */
    Command command(ServerHome home, int port);

    /** Returns when the server answers a client; throws the exception of the client when it does not. */
    void probe(int port) throws Exception;

    /** Returns the signal that shuts the server down in order, without waiting for its clients. */
    String stopSignal();
}
