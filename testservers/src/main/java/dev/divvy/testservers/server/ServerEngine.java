package dev.divvy.testservers.server;

import dev.divvy.testservers.process.Command;

/** How one kind of server is prepared, run and asked. It holds no state: all of that is in the {@link ServerHome}. */
public interface ServerEngine {

    /** One short word, the first part of the name of every home. */
    String kind();

    /** Makes the data of a new server; called once for a home, and may take seconds. */
    void prepare(ServerHome home);

    /** The server in the foreground, on this port of 127.0.0.1. The name of the home must show in its command line. */
    Command command(ServerHome home, int port);

    /** Returns when the server answers a client; throws whatever the client throws when it does not. */
    void ask(int port) throws Exception;

    /** The signal at which the server ends in order, without waiting for its clients. */
    String goodbye();
}
