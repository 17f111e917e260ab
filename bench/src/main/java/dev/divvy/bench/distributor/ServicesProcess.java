package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Ends;
import dev.divvy.bench.live.Jvm;
import dev.divvy.distributor.ping.PingServer;
import dev.divvy.testservers.process.TestProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Services that answer pings, in a JVM of their own. Arguments: how many. It says their addresses, and ends when standard input does. */
final class ServicesProcess {

    private static final String ADDRESS = "ADDRESS ";
    private static final int MEGABYTES = 512;

    private ServicesProcess() {}

    /** So many services in one process. */
    static TestProcess start(String name, int count) {
        return Jvm.start(name, MEGABYTES, ServicesProcess.class, Integer.toString(count));
    }

    /** Waits until all of them answer. */
    static List<String> addresses(TestProcess services, int count) {
        return services.awaitSaid(ADDRESS, count);
    }

    public static void main(String[] words) throws IOException {
        List<PingServer> servers = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(words[0]); i++) {
            PingServer server = PingServer.start("127.0.0.1", 0);
            servers.add(server);
            System.out.println(ADDRESS + "127.0.0.1:" + server.port());
        }
        Ends.awaitEnd();
        // All at once: each of them would be closed in its time.
        Runtime.getRuntime().halt(servers.isEmpty() ? 1 : 0);
    }
}
