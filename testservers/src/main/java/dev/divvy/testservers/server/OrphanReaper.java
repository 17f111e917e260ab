package dev.divvy.testservers.server;

import dev.divvy.testservers.process.Processes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Sees to it that no server outlives its JVM: ours go when this one ends, and those of a killed one when the next begins. */
public final class OrphanReaper {

    /** The homes of this JVM. Written by whoever starts or closes a server. */
    private static final Set<ServerHome> OURS = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> OURS.forEach(OrphanReaper::remove), "divvy-testservers-reaper"));
        reap();
    }

    private OrphanReaper() {}

    public static ServerHome home(String kind) {
        ServerHome home = ServerHome.create(kind);
        OURS.add(home);
        return home;
    }

    /** Kills the server at home there, if it runs, and removes its data. */
    static void remove(ServerHome home) {
        Processes.kill(home.name());
        home.remove();
        OURS.remove(home);
    }

    /** Kills the servers whose JVM is gone, and removes their data. */
    static void reap() {
        ServerHome.all().stream().filter(ServerHome::abandoned).forEach(OrphanReaper::remove);
    }
}
