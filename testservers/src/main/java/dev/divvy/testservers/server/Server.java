package dev.divvy.testservers.server;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A real server for tests. A server that the tests started can be stopped, killed, paused and restarted, with the same port and data. An
 * external server ({@link #ours} is false) can only be used: these methods throw {@link UnsupportedOperationException}.
 */
public abstract class Server implements AutoCloseable {

    private final @Nullable ServerProcess process;
    private final @Nullable ExternalServer external;

    /**
     * Whether all tests of this JVM share it: a shared server ends with the JVM, not with a test. Written by the thread that creates it,
     * before use.
     */
    private volatile boolean shared;

    protected Server(ServerEngine engine) {
        this(engine, ExternalServer.of(engine.kind()));
    }

    protected Server(ServerEngine engine, Optional<ExternalServer> external) {
        this.external = external.orElse(null);
        this.process = external.isEmpty() ? ServerProcess.start(engine, OrphanReaper.home(engine.kind())) : null;
    }

    public final void share() {
        shared = true;
    }

    protected final Optional<ExternalServer> external() {
        return Optional.ofNullable(external);
    }

    /** Whether the tests started it, so that it can be stopped, killed and paused. */
    public final boolean ours() {
        return process != null;
    }

    public final String host() {
        return external().map(server -> server.address().getHost()).orElse("127.0.0.1");
    }

    public final int port() {
        return external()
                .map(server -> server.address().getPort())
                .orElseGet(() -> process().port());
    }

    /** Returns the pid of its first process, which changes with every start. */
    public final long pid() {
        return process().pid();
    }

    /** Whether it is running and not paused. */
    public final boolean runs() {
        return process().runs();
    }

    /** Shuts it down in order and disconnects its clients. Does nothing if it is not running. */
    public final void stop() {
        process().stop();
    }

    /** Kills all of its processes, as {@code kill -9} does. Does nothing if it is not running. */
    public final void kill() {
        process().kill();
    }

    /** Starts it after a stop or a kill, with the same port and data, and returns when it answers. */
    public final void startAgain() {
        process().start();
    }

    /** Stops it in order and starts it again. */
    public final void restart() {
        stop();
        startAgain();
    }

    /** Pauses all of its processes: connections stay open, and no request is answered. */
    public final void pause() {
        process().pause();
    }

    public final void resume() {
        process().resume();
    }

    /** Kills it and removes its data. A shared or external server keeps running. */
    @Override
    public final void close() {
        if (ours() && !shared) {
            process().remove();
        }
    }

    /** Returns the folder of a server that the tests started. */
    protected final ServerHome home() {
        return process().home();
    }

    private ServerProcess process() {
        if (process == null) {
            throw new UnsupportedOperationException(
                    "the server at " + host() + ":" + port() + " is external: it can only be used, not controlled");
        }
        return process;
    }
}
