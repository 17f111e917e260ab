package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Invalid values are refused with a message of one line. */
class MeshSettingsTest {

    private final MeshSettings good = MeshSettings.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 7501));

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void anAddressThatOthersCanReachNeedsASecret() {
        MeshSettings open = MeshSettings.of(new InetSocketAddress("192.0.2.1", 7501));
        refused(
                () -> Mesh.join(open),
                "mesh address 192.0.2.1:7501 can be reached from other machines: give the mesh a secret, the same on every node");
    }

    @Test
    void badValuesAreNamed() {
        refused(
                () -> MeshSettings.of(new InetSocketAddress(7501)),
                "mesh address 0.0.0.0:7501 is a wildcard; give the address at which the other nodes reach this one");
        refused(
                () -> MeshSettings.of(InetSocketAddress.createUnresolved("nowhere.invalid", 7501)),
                "mesh address nowhere.invalid cannot be resolved");
        refused(() -> good.withName(""), "name of a mesh is empty");
        refused(() -> good.withSecret("short"), "the secret of a mesh has 5 characters; it needs 8 to 1000");
        refused(() -> good.withTimeout(Duration.ZERO), "timeout PT0S must be positive and at most a year");
        refused(
                () -> good.withPeers(List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))),
                "peer 127.0.0.1:0: port 0 is not between 1 and 65535");
        InetAddress plain = InetAddress.getLoopbackAddress();
        refused(
                () -> new Discovery.Multicast(plain, 7500),
                "discovery by multicast at 127.0.0.1: that is not a multicast address");
        refused(() -> new Discovery.Dns(" ", 7500), "discovery by DNS: the name is empty");
    }

    @Test
    void theTextOfTheSettingsDoesNotContainTheSecret() {
        assertThat(good.withSecret("not to be told"))
                .hasToString("mesh divvy at 127.0.0.1:7501, with a secret, Static[peers=[]]");
    }
}
