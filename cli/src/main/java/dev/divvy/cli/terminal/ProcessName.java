package dev.divvy.cli.terminal;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The default name of a process. */
public final class ProcessName {

    private ProcessName() {}

    /** Returns the host name and the pid, which are unique and say where the process runs. */
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
