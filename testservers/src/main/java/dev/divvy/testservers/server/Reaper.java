package dev.divvy.testservers.server;

import dev.divvy.testservers.process.Processes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Sees to it that no server outlives its JVM: ours go when this one ends, and those of a killed one when the next begins. */
public final class Reaper {

    /** The homes of this JVM. Written by whoever starts or closes a server. */
    private static final Set<Home> OURS = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> OURS.forEach(Reaper::remove), "divvy-testservers-reaper"));
        reap();
    }

    private Reaper() {}

    public static Home home(String kind) {
        Home home = Home.create(kind);
        OURS.add(home);
        return home;
    }

    /** Kills the server at home there, if it runs, and removes its data. */
    static void remove(Home home) {
        Processes.kill(home.name());
        home.remove();
        OURS.remove(home);
    }

    /** Kills the servers whose JVM is gone, and removes their data. */
    static void reap() {
        Home.all().stream().filter(Home::abandoned).forEach(Reaper::remove);
    }
}
