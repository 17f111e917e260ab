package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Jvm;
import dev.divvy.bench.live.StandardInput;
import dev.divvy.distributor.ping.PingServer;
import dev.divvy.testservers.process.TestProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Services that answer pings, in a separate JVM. Argument: the number of services. It prints their addresses, and ends at the end of
 * standard input.
 */
final class ServicesProcess {

    private static final String ADDRESS = "ADDRESS ";
    private static final int MEGABYTES = 512;

    private ServicesProcess() {}

    /** Starts this many services in one process. */
    static TestProcess start(String name, int count) {
        return Jvm.start(name, MEGABYTES, ServicesProcess.class, Integer.toString(count));
    }

    /** Waits until all services answer, and returns their addresses. */
    static List<String> addresses(TestProcess services, int count) {
        return services.awaitOutput(ADDRESS, count);
    }

    public static void main(String[] args) throws IOException {
        List<PingServer> servers = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            PingServer server = PingServer.start("127.0.0.1", 0);
            servers.add(server);
            System.out.println(ADDRESS + "127.0.0.1:" + server.port());
        }
        StandardInput.awaitEnd();
        // Ends without closing the servers one by one, which takes long.
        Runtime.getRuntime().halt(servers.isEmpty() ? 1 : 0);
    }
}
