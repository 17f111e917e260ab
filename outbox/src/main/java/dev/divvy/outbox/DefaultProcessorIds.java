package dev.divvy.outbox;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Ids for processors that were given none: the host name, and the host name with a number for each further processor of the same group in
 * this JVM. The board keeps a row per id for some weeks, so an id is used again as soon as its processor has closed.
 */
final class DefaultProcessorIds {

    static final DefaultProcessorIds OF_THIS_JVM = new DefaultProcessorIds(DefaultProcessorIds::hostName);

    private final Supplier<String> host;

    /** Ids in use, by group. Guarded by this object. */
    private final Map<String, Set<String>> used = new HashMap<>();

    DefaultProcessorIds(Supplier<String> host) {
        this.host = host;
    }

    String take(String group) {
        String name = host.get();
        synchronized (this) {
            Set<String> ids = used.computeIfAbsent(group, unused -> new HashSet<>());
            String id = name;
            for (int number = 2; !ids.add(id); number++) {
                id = name + "-" + number;
            }
            return id;
        }
    }

    synchronized void release(String group, String id) {
        used.computeIfPresent(group, (name, ids) -> {
            ids.remove(id);
            return ids.isEmpty() ? null : ids;
        });
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            String name = System.getenv("HOSTNAME");
            if (name == null || name.isBlank()) {
                throw new IllegalStateException(
                        "this machine has no host name that could serve as the id of a processor; use process(id, ...)",
                        e);
            }
            return name;
        }
    }
}
