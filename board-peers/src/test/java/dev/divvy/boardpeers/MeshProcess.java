package dev.divvy.boardpeers;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A node in a process of its own, with one member. It prints when it begins and when it stops holding a unit, by the monotonic clock, which
 * Linux shares among all processes of a machine.
 */
final class MeshProcess {

    static final List<String> UNITS = List.of("u", "v", "w", "x", "y", "z");

    private static final long POLL_NANOS = 1_000_000;

    private final Membership member;
    private final Map<String, Long> heldUntil = new HashMap<>();

    private MeshProcess(Membership member) {
        this.member = member;
    }

    /** Arguments: id, own address, the addresses of all nodes separated by commas, pulse and time-to-live in milliseconds. */
    public static void main(String[] arguments) throws Exception {
        Timing timing = Timing.of(
                        Duration.ofMillis(Long.parseLong(arguments[3])),
                        Duration.ofMillis(Long.parseLong(arguments[4])))
                .withGrace(Timing.PEERS.grace())
                .withSettle(Timing.PEERS.settle());
        List<InetSocketAddress> peers = Arrays.stream(arguments[2].split(",", -1))
                .map(MeshProcess::address)
                .toList();
        MeshSettings settings =
                MeshSettings.of(address(arguments[1])).withPeers(peers).withTiming(timing);
        if (!settings.bind().getAddress().isLoopbackAddress()) {
            settings = settings.withSecret("the secret of the mesh");
        }
        long start = System.nanoTime();
        Mesh mesh = Mesh.join(settings);
        print("joined after " + Duration.ofNanos(System.nanoTime() - start).toMillis());
        Membership member = Group.of("test", Units.of(UNITS)).with(timing).join(mesh.of("test"), arguments[0]);
        mesh.onHeal(heal -> print("heal " + (heal.lost() ? "lost " : "won ") + heal));
        DaemonThreads.start("watch", new MeshProcess(member)::watch);
        serve(mesh, member);
        System.exit(0);
    }

    static InetSocketAddress address(String text) {
        int end = text.lastIndexOf(':');
        return new InetSocketAddress(text.substring(0, end), Integer.parseInt(text.substring(end + 1)));
    }

    private static void serve(Mesh mesh, Membership member) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("leave")) {
                member.close();
                mesh.close();
                print("left");
                return;
            }
            print("view " + mesh.view());
            print("incarnation " + member.incarnation().map(Incarnation::number).orElse(0L));
            print("epoch "
                    + member.status().version().map(Version::epoch).orElse(0L) + " "
                    + member.status().version().map(Version::lineage).orElse("-"));
        }
    }

    private void watch() {
        while (true) {
            for (String unit : UNITS) {
                check(unit);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** The process may be paused between any two lines: a time that it prints is one at which it held the unit. */
    private void check(String unit) {
        long before = System.nanoTime();
        boolean held = member.holds(unit);
        Long last = heldUntil.get(unit);
        if (held) {
            heldUntil.put(unit, before);
            if (last == null) {
                print("+" + unit + " " + System.nanoTime());
            }
        } else if (last != null) {
            heldUntil.remove(unit);
            print("-" + unit + " " + last);
        }
    }

    private static synchronized void print(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
