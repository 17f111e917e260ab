package dev.divvy.testservers.server;

import dev.divvy.testservers.process.Processes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Ensures that no server outlives its JVM: servers of this JVM end with it, and those of a killed JVM when the next one starts. */
public final class OrphanReaper {

    /** The homes of this JVM. Written by the threads that start or close a server. */
    private static final Set<ServerHome> HOMES = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> HOMES.forEach(OrphanReaper::remove), "divvy-testservers-reaper"));
        reap();
    }

    private OrphanReaper() {}

    public static ServerHome home(String kind) {
        ServerHome home = ServerHome.create(kind);
        HOMES.add(home);
        return home;
    }

    /** Kills the server of this home, if it runs, and removes its data. */
    static void remove(ServerHome home) {
        Processes.kill(home.name());
        home.remove();
        HOMES.remove(home);
    }

    /** Kills the servers whose JVM has ended, and removes their data. */
    static void reap() {
        ServerHome.all().stream().filter(ServerHome::isAbandoned).forEach(OrphanReaper::remove);
    }
}
