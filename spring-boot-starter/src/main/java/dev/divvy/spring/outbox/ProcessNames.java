package dev.divvy.spring.outbox;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Names for the processes of an application, several of which may run on one machine. */
final class ProcessNames {

    private ProcessNames() {}

    /** Returns a name that no other running process has: the host's name and the process id. */
    static String unique() {
        return hostName() + "-" + ProcessHandle.current().pid();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            String name = System.getenv("HOSTNAME");
            return name == null || name.isBlank() ? "localhost" : name;
        }
    }
}
