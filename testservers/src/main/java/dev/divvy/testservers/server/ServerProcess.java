package dev.divvy.testservers.server;

import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.Launcher;
import dev.divvy.testservers.process.Processes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One server that this JVM runs: always the same home and port, and a process that comes and goes. */
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

    /** A new server at this new home, which answers. */
    static ServerProcess start(ServerEngine engine, ServerHome home) {
        ServerProcess server = new ServerProcess(engine, home);
        engine.prepare(home);
        server.startSomewhere();
        return server;
    }

    /** Somebody may take the port between the choice and the start: then another is tried. */
    private synchronized void startSomewhere() {
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
            throw new IllegalStateException(home.name() + " runs already, as process " + process.pid());
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
            Optional<Exception> refusal = refusal();
            if (ended(started)) {
                throw new IllegalStateException(home.name() + " ended with exit code " + started.exitValue()
                        + " instead of answering:\n" + home.lastWords());
            }
            if (refusal.isEmpty()) {
                return;
            }
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        home.name() + " did not answer within " + LIMIT + ":\n" + home.lastWords(), refusal.get());
            }
        }
    }

    private Optional<Exception> refusal() {
        try {
            engine.ask(port);
            return Optional.empty();
        } catch (IllegalStateException e) {
            throw e; // asking again would not help
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

    /** Ends it in order; nothing happens if it does not run. A paused server is resumed, or it could not. */
    synchronized void stop() {
        if (process == null) {
            return;
        }
        Processes.resume(home.name());
        Processes.signal(engine.goodbye(), List.of(process.pid()));
        Launcher.exit(process);
        Processes.await(
                "the end of " + home.name(), () -> Processes.of(home.name()).isEmpty());
        process = null;
    }

    /** Ends it at once, with every process of it; nothing happens if it does not run. */
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

    /** It lives and does not stand still. */
    synchronized boolean runs() {
        return process != null && Processes.runs(process.pid());
    }

    synchronized void remove() {
        kill();
        OrphanReaper.remove(home);
    }

    synchronized int port() {
        return port;
    }

    synchronized long pid() {
        if (process == null) {
            throw new IllegalStateException(home.name() + " does not run");
        }
        return process.pid();
    }
}
