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
 * A node in a process of its own, with one member. It tells each time that it begins or stops to hold a unit, and when: the monotonic
 * clock of Linux is the same for all processes of a machine.
 */
final class Player {

    static final List<String> UNITS = List.of("u", "v", "w", "x", "y", "z");

    private static final long REST_NANOS = 1_000_000;

    private final Membership member;
    private final Map<String, Long> heldUntil = new HashMap<>();

    private Player(Membership member) {
        this.member = member;
    }

    /** Id, own address, those of the others with commas between, pulse and time-to-live in milliseconds. */
    public static void main(String[] arguments) throws Exception {
        Timing timing = Timing.of(
                        Duration.ofMillis(Long.parseLong(arguments[3])),
                        Duration.ofMillis(Long.parseLong(arguments[4])))
                .withGrace(Timing.PEERS.grace())
                .withSettle(Timing.PEERS.settle());
        List<InetSocketAddress> peers =
                Arrays.stream(arguments[2].split(",", -1)).map(Player::address).toList();
        MeshSettings settings =
                MeshSettings.of(address(arguments[1])).withPeers(peers).withTiming(timing);
        if (!settings.bind().getAddress().isLoopbackAddress()) {
            settings = settings.withSecret("the secret of the players");
        }
        long began = System.nanoTime();
        Mesh mesh = Mesh.join(settings);
        say("joined after " + Duration.ofNanos(System.nanoTime() - began).toMillis());
        Membership member = Group.of("troupe", Units.of(UNITS)).with(timing).join(mesh.of("troupe"), arguments[0]);
        DaemonThreads.start("watch", new Player(member)::watch);
        obey(mesh, member);
        System.exit(0);
    }

    static InetSocketAddress address(String text) {
        int end = text.lastIndexOf(':');
        return new InetSocketAddress(text.substring(0, end), Integer.parseInt(text.substring(end + 1)));
    }

    private static void obey(Mesh mesh, Membership member) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("leave")) {
                member.close();
                mesh.close();
                say("left");
                return;
            }
            say("view " + mesh.view());
            say("life " + member.life().map(Incarnation::number).orElse(0L));
            say("epoch "
                    + member.status().version().map(Version::epoch).orElse(0L) + " "
                    + member.status().version().map(Version::lineage).orElse("-"));
        }
    }

    private void watch() {
        while (true) {
            for (String unit : UNITS) {
                look(unit);
            }
            LockSupport.parkNanos(REST_NANOS);
        }
    }

    /** It may be stopped between any two lines: what it says it held, it held at that very moment. */
    private void look(String unit) {
        long before = System.nanoTime();
        boolean held = member.holds(unit);
        Long last = heldUntil.get(unit);
        if (held) {
            heldUntil.put(unit, before);
            if (last == null) {
                say("+" + unit + " " + System.nanoTime());
            }
        } else if (last != null) {
            heldUntil.remove(unit);
            say("-" + unit + " " + last);
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
