package dev.divvy.cli.terminal;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What a process is called when nobody gave it a name. */
public final class ProcessName {

    private ProcessName() {}

    /** Unique among processes, and names where to look for this one. */
    public static String usual() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "host";
        }
        return host + "-" + ProcessHandle.current().pid();
    }
}
