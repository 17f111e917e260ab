package dev.divvy.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cli.cache.NodeRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeProcessTest {

    @ParameterizedTest
    @CsvSource({
        "java -jar /somewhere/divvy.jar node --name n2, true",
        "java -jar divvy.jar node --listen 127.0.0.1:7402 --name=n2, true",
        "java -Xmx96m -cp a.jar:b.jar dev.divvy.cli.Divvy node --name n2, true",
        "java -cp a.jar dev.divvy.cli.up.Tethered node --name n2 --tokens 10, true",
        "java -cp /somewhere/divvy.jar dev.divvy.cli.up.Tethered node --name n2, true",
        "java -jar divvy.jar node --name n1, false",
        "java -jar divvy.jar node, false",
        "java -jar divvy.jar outbox run --id n2, false",
        "java -jar other.jar node --name n2, false",
        "java -jar divvy.jar shell -c node --name n2, false",
        "vi divvy.jar, false",
        "redis-server, false"
    })
    void onlyTheNodeOfThatNameIsOne(String line, boolean itIs) {
        assertThat(NodeProcess.isNode(words(line), "n2")).isEqualTo(itIs);
    }

    @Test
    void withoutANameItHasTheUsualOne() {
        assertThat(NodeProcess.isNode(words("java -jar divvy.jar node"), "n1")).isTrue();
    }

    @Test
    void theCommandLineOfThisProcessIsKnownHoweverLongItIs() {
        assertThat(NodeProcess.commandLine(ProcessHandle.current())).isNotEmpty();
    }

    @Test
    void aProcessThatIsNoNodeIsNeverEnded() throws Exception {
        Process cat = new ProcessBuilder("cat").start();
        try {
            assertThatThrownBy(() -> NodeProcess.of(node("127.0.0.1:7402", cat.pid())))
                    .hasMessage("process " + cat.pid() + " of this machine is not the node n2; nothing was ended");
            assertThat(cat.isAlive()).isTrue();
        } finally {
            cat.destroyForcibly().waitFor();
        }
        assertThatThrownBy(() -> NodeProcess.of(node("127.0.0.1:7402", cat.pid())))
                .hasMessage("n2 is gone already; bring it back with: start 2");
    }

    @Test
    void aNodeOfAnotherMachineIsNotLookedForHere() {
        long ours = ProcessHandle.current().pid();
        assertThatThrownBy(() -> NodeProcess.of(node("192.0.2.7:7402", ours)))
                .hasMessage("n2 at 192.0.2.7:7402 is not on this machine; end it where it runs");
        assertThatThrownBy(() -> NodeProcess.of(node("", ours))).hasMessageContaining("is not on this machine");
    }

    @Test
    void whatIsOnlyAnArgumentIsNoNode() {
        assertThat(NodeProcess.isNode("sh\0-c\0java -jar divvy.jar node --name n2\0", "n2"))
                .isFalse();
    }

    /** The words of a line, as the system tells them. */
    private static String words(String line) {
        return line.replace(' ', '\0') + "\0";
    }

    private static NodeRow node(String listen, long pid) {
        return new NodeRow("n2", "1", NodeRow.RUNNING, listen, 1, "0", pid);
    }
}
