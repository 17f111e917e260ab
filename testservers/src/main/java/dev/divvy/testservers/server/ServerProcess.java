package dev.divvy.testservers.server;

import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.Launcher;
import dev.divvy.testservers.process.Processes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server that this JVM runs: its home and port stay the same over several processes. */
final class ServerProcess {

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int TRIES = 5;

    private final ServerEngine engine;
    private final ServerHome home;

    /** Chosen at the first start, fixed from then on; guarded by this. */
    private int port;

    /** The running server, null between a stop and a start; guarded by this. */
    private @Nullable Process process;

    private ServerProcess(ServerEngine engine, ServerHome home) {
        this.engine = engine;
        this.home = home;
    }

    /** Starts a new server in this home, and returns when it answers. */
    static ServerProcess start(ServerEngine engine, ServerHome home) {
        ServerProcess server = new ServerProcess(engine, home);
        engine.prepare(home);
        server.startOnFreePort();
        return server;
    }

    /** Another process may take the port between its choice and the start: then another port is tried. */
    private synchronized void startOnFreePort() {
        for (int tries = 1; process == null; tries++) {
            port = Ports.free();
            try {
                start();
            } catch (IllegalStateException e) {
                if (tries == TRIES || Ports.isFree(port)) {
                    throw e;
                }
            }
        }
    }

    synchronized void start() {
        if (process != null) {
            throw new IllegalStateException(home.name() + " is already running, as process " + process.pid());
        }
        Process started = Launcher.launch(engine.command(home, port), home.folder(), home.log());
        try {
            awaitAnswer(started);
        } catch (IllegalStateException e) {
            Processes.kill(home.name());
            throw e;
        }
        process = started;
    }

    private void awaitAnswer(Process started) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            Optional<Exception> failure = failure();
            if (ended(started)) {
                throw new IllegalStateException(home.name() + " ended with exit code " + started.exitValue()
                        + " instead of answering:\n" + home.logTail());
            }
            if (failure.isEmpty()) {
                return;
            }
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        home.name() + " did not answer within " + LIMIT + ":\n" + home.logTail(), failure.get());
            }
        }
    }

    private Optional<Exception> failure() {
        try {
            engine.probe(port);
            return Optional.empty();
        } catch (IllegalStateException e) {
            throw e; // a retry would not help
        } catch (Exception e) {
            return Optional.of(e);
        }
    }

    private static boolean ended(Process started) {
        try {
            return started.waitFor(10, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a server started", e);
        }
    }

    /** Shuts it down in order; does nothing if it is not running. A paused server is resumed first, to handle the signal. */
    synchronized void stop() {
        if (process == null) {
            return;
        }
        Processes.resume(home.name());
        Processes.signal(engine.stopSignal(), List.of(process.pid()));
        Launcher.exit(process);
        Processes.await(
                "the end of " + home.name(), () -> Processes.of(home.name()).isEmpty());
        process = null;
    }

    /** Kills all of its processes; does nothing if it is not running. */
    synchronized void kill() {
        if (process == null) {
            return;
        }
        Processes.kill(home.name());
        Launcher.exit(process);
        process = null;
    }

    synchronized void pause() {
        pid();
        Processes.pause(home.name());
    }

    synchronized void resume() {
        pid();
        Processes.resume(home.name());
    }

    /** Whether it is running and not paused. */
    synchronized boolean runs() {
        return process != null && Processes.runs(process.pid());
    }

    synchronized void remove() {
        kill();
        OrphanReaper.remove(home);
    }

    ServerHome home() {
        return home;
    }

    synchronized int port() {
        return port;
    }

    synchronized long pid() {
        if (process == null) {
            throw new IllegalStateException(home.name() + " is not running");
        }
        return process.pid();
    }
}
