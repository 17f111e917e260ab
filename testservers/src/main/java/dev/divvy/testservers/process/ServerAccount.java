package dev.divvy.testservers.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The user account of the servers. PostgreSQL refuses to run as root, so root starts servers as the user {@code nobody}. */
public final class ServerAccount {

    private static final int ROOT = 0;
    private static final String NOBODY = "65534";

    private ServerAccount() {}

    public static int uid() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static boolean isRoot() {
        return uid() == ROOT;
    }

    /** Returns why this user cannot run servers; empty when it can. */
    public static Optional<String> missing() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return Optional.of("servers are only started on Linux, and this is " + System.getProperty("os.name"));
        }
        if (isRoot() && Programs.onPath("setpriv").isEmpty()) {
            return Optional.of("root needs the program setpriv to start servers as another user"
                    + " (on Debian: apt-get install util-linux)");
        }
        return Optional.empty();
    }

    /** Returns the command prefix that drops root and makes the process die with the thread that started it. */
    static List<String> prefix() {
        List<String> prefix = new ArrayList<>();
        Programs.onPath("setpriv").ifPresent(setpriv -> {
            prefix.add(setpriv.toString());
            if (isRoot()) {
                prefix.addAll(List.of("--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
            }
            prefix.addAll(List.of("--pdeathsig", "KILL"));
        });
        return prefix;
    }

    /** Makes the user of the servers the owner of a file. */
    public static void chown(Path file) throws IOException {
        if (isRoot()) {
            Files.setOwner(
                    file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NOBODY));
        }
    }
}
