package dev.divvy.cli;

import static dev.divvy.cli.Shell.divvy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments that the daemon refuses before it starts. */
class DistributorCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    -foo=3                            | there is no option '-foo=3'
                    -hello                            | there is no option '-hello'
                    --poll-intervall 1s               | did you mean --poll-interval?
                    run more                          | there is no argument 'more'
                    -poll-interval                    | '--poll-interval'
                    -poll-interval=5                  | --poll-interval: '5' has no unit; write 5ms or 5s
                    -poll-interval=x                  | --poll-interval: 'x' is not a duration such as 500ms, 1.5s, 1m30s or 1h
                    -poll-interval=9ms                | '9ms' must be between 10ms and 24h
                    --ping-timeout 1x                 | --ping-timeout: '1x' is not a duration such as 500ms
                    -services-namespaces=,            | --services-namespaces: ',' is an empty list
                    -services-namespaces=             | --services-namespaces: '' is an empty list
                    -services-namespaces=sys-channels | must be different names
                    -workunits-namespace=             | the work units namespace is empty
                    -redis-addrs=                     | --redis: Redis address "" is not HOST:PORT
                    --redis localhost:x               | --redis: Redis address "localhost:x" is not HOST:PORT
                    -redis-tls=maybe                  | --redis-tls: 'maybe' is neither true nor false
                    -prom-port=65536                  | --prom-port: '65536' is not a whole number from 0 to 65535
                    -prom-host=no.such.host.invalid   | unknown host 'no.such.host.invalid'
                    -config-type=file                 | --config-type: 'file' is not one of args, env
                    --strategy best                   | choose one of stable, sticky, ring, original
                    --ping-failures 0                 | '0' is not a whole number from 1 to 1000
                    --ping-method Ping                | must look like /package.Service/Method
                    --jdbc mysql                      | 'mysql' is not one of redis, jdbc:URL
                    --store http://127.0.0.1:7490     | --jdbc: 'http://127.0.0.1:7490' is not one of redis, jdbc:URL
                    --jdbc jdbc:nothing:x             | there is no driver for 'jdbc:nothing:x'
                    --http 0.0.0.0:80                 | would be open to other machines
                    --name=                           | --name: the name is empty
                    """)
    void wrongUsageIsOneLineThatNamesTheValue(String args, String complaint) {
        String[] words = ("distributor " + args).split(" ", -1);
        Shell shell = divvy(words);
        assertThat(shell.exitCode()).isEqualTo(2);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err().lines())
                .singleElement()
                .asString()
                .startsWith("divvy distributor run: ")
                .contains(complaint, "; try divvy distributor run --help");
    }

    @Test
    void aPortThatIsTakenIsOneLineThatNamesTheSetting() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Shell shell = divvy("distributor", "--store=jdbc:h2:mem:taken", "-prom-port=" + taken.getLocalPort());
            assertThat(shell.exitCode()).isEqualTo(1);
            assertThat(shell.err().lines())
                    .singleElement()
                    .asString()
                    .contains("prom-port: cannot listen on 127.0.0.1:" + taken.getLocalPort(), "in use")
                    .contains("choose another port with --prom-port");
        }
    }

    @Test
    void oneDashIsForThisCommandAlone() {
        assertThat(divvy("lab", "-members", "3").err()).contains("there is no option '-members'");
        assertThat(divvy("distributor", "-help").out())
                .isEqualTo(divvy("distributor", "run", "--help").out());
        assertThat(divvy("--help").out()).contains("distributor");
    }
}
