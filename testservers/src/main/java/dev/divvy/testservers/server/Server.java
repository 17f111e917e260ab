package dev.divvy.testservers.server;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A real server for tests. One that we run can be stopped, killed, paused and started again, always with the same port and data;
 * one that somebody else runs ({@link #ours} is false) can only be used: the others throw {@link UnsupportedOperationException}.
 */
public abstract class Server implements AutoCloseable {

    private final @Nullable ServerProcess process;
    private final @Nullable ExternalServer external;

    /** The one that all tests of this JVM share: it ends with the JVM, not with a test. Written by who makes it, before use. */
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

    /** We run it, so that it can be stopped, killed and paused. */
    public final boolean ours() {
        return process != null;
    }

    public final String host() {
        return external().map(there -> there.address().getHost()).orElse("127.0.0.1");
    }

    public final int port() {
        return external()
                .map(there -> there.address().getPort())
                .orElseGet(() -> process().port());
    }

    /** The number of its first process; it changes with every start. */
    public final long pid() {
        return process().pid();
    }

    /** It is up and not paused. */
    public final boolean runs() {
        return process().runs();
    }

    /** Ends it in order, and cuts its clients off. Nothing happens if it does not run. */
    public final void stop() {
        process().stop();
    }

    /** Ends every process of it at once, as {@code kill -9} does. Nothing happens if it does not run. */
    public final void kill() {
        process().kill();
    }

    /** Starts it after a stop or a kill, with the same port and data; returns when it answers. */
    public final void startAgain() {
        process().start();
    }

    /** Stops it in order and starts it again. */
    public final void restart() {
        stop();
        startAgain();
    }

    /** Makes every process of it stand still: its connections stay, and nobody answers. */
    public final void pause() {
        process().pause();
    }

    public final void resume() {
        process().resume();
    }

    /** Kills it and removes its data. The shared one stays, for the other tests, and so does one that is not ours. */
    @Override
    public final void close() {
        if (ours() && !shared) {
            process().remove();
        }
    }

    private ServerProcess process() {
        if (process == null) {
            throw new UnsupportedOperationException(
                    "the server at " + host() + ":" + port() + " is not ours: it can only be used");
        }
        return process;
    }
}
