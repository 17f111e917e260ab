package dev.divvy.cli.distributor.http;

import static dev.divvy.cli.distributor.http.Asked.get;
import static dev.divvy.cli.distributor.http.Asked.send;
import static dev.divvy.cli.distributor.http.Asked.sendText;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.ByteArrayInputStream;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class HttpDeskTest {

    private Served served;
    private HttpDesk desk;

    @BeforeEach
    void begin() throws Exception {
        served = new Served();
        desk = served.desk();
    }

    @AfterEach
    void end() throws Exception {
        served.end();
    }

    @Test
    void unitsAreAddedListedAndRemovedAsJsonOrAsLines() {
        assertThat(send(desk, "POST", "/api/units", "[\"a b\",\"ü\",\"a b\"]").json())
                .isEqualTo(Map.of("added", 2));
        assertThat(sendText(desk, "POST", "/api/units", "c\r\nü\n").json()).isEqualTo(Map.of("added", 1));
        assertThat(get(desk, "/api/units").json()).isEqualTo(List.of("a b", "ü", "c"));
        assertThat(get(desk, "/api/names?namespace=sites").json()).isEqualTo(List.of("a b", "ü", "c"));
        assertThat(send(desk, "DELETE", "/api/units", "[\"ü\",\"none\"]").json())
                .isEqualTo(Map.of("removed", 1));
        assertThat(sendText(desk, "DELETE", "/api/units", "c").json()).isEqualTo(Map.of("removed", 1));
        assertThat(served.store().names().read("sites")).containsExactly("a b");
    }

    @Test
    void servicesHaveAListForEachNamespaceAndTheFirstIsTheUsualOne() {
        assertThat(send(desk, "POST", "/api/services", "[\"127.0.0.1:1\"]").json())
                .isEqualTo(Map.of("added", 1));
        assertThat(sendText(desk, "POST", "/api/services?namespace=robots", "127.0.0.1:2")
                        .json())
                .isEqualTo(Map.of("added", 1));
        assertThat(get(desk, "/api/services").json()).isEqualTo(List.of("127.0.0.1:1"));
        assertThat(get(desk, "/api/services?namespace=robots").json()).isEqualTo(List.of("127.0.0.1:2"));
        assertThat(send(desk, "DELETE", "/api/services", "[\"127.0.0.1:1\"]").json())
                .isEqualTo(Map.of("removed", 1));
        assertThat(served.store().names().read("parsers")).isEmpty();
        assertThat(get(desk, "/api/services?namespace=sites").status()).isEqualTo(404);
        assertThat(get(desk, "/api/names?namespace=matching").error()).contains("'matching'", "[parsers, robots]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            units    | ["ok", "a,b"]           | "a,b" cannot be a name: a comma separates
            units    | ["ok", ""]              | "" cannot be a name: it is empty
            units    | ["ok", "a\\u0000b"]     | "a?b" cannot be a name
            units    | ["a,b", "c,d", "e,f"]   | nor can 2 others
            units    | ["ok", 5]               | '5' is not a name
            units    | ["ok", null]            | 'null' is not a name
            units    | {"ok": 1}               | not an array of names
            units    | ["ok"                   | not JSON
            units    | []                      | no name was sent
            services | ["127.0.0.1:1", "nine"] | "nine" cannot be a name: 'nine' is not a host:port: it has no port
            services | ["127.0.0.1:99999"]     | 99999
            """)
    void whatCannotBeANameIsRefusedAndNothingIsChanged(String list, String sent, String complaint) {
        Asked asked = send(desk, "POST", "/api/" + list, sent);
        assertThat(asked.status()).isEqualTo(400);
        assertThat(asked.error()).contains(complaint);
        assertThat(get(desk, "/api/" + list).json()).isEqualTo(List.of());
    }

    @Test
    void anEmptyLineIsAnEmptyNameAndNoTextIsNoName() {
        assertThat(sendText(desk, "POST", "/api/units", "a\n\nb\n").error()).contains("it is empty");
        byte[] latin = {(byte) 0xe4, '\n'};
        assertThat(Asked.ask(desk, "POST", "/api/units", "text/plain", BodyPublishers.ofByteArray(latin))
                        .error())
                .contains("not text in UTF-8");
        assertThat(served.store().names().read("sites")).isEmpty();
    }

    @Test
    void aNameThatSomebodyElsePutThereAndCannotBeUsedCanBeRemoved() {
        served.store().names().add("sites", List.of("a,b", ""));
        assertThat(send(desk, "DELETE", "/api/units", "[\"a,b\",\"\"]").json()).isEqualTo(Map.of("removed", 2));
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, /api/units, 405",
        "POST, /api/status, 405",
        "DELETE, /api/table, 405",
        "POST, /api/events, 405",
        "GET, /api/table/a/acknowledged, 405",
        "POST, /healthz, 405",
        "OPTIONS, /api/units, 405",
        "GET, /, 404",
        "GET, /api, 404",
        "GET, /api/unit, 404",
        "GET, /api/units/a, 404",
        "GET, /api/table/a/b, 404",
        "GET, /api/table/a/acknowledged/b, 404",
        "GET, /api/status/a, 404",
        "GET, /api/events?after=x, 400",
        "POST, /api/table/nine/acknowledged, 400"
    })
    void whatIsNotThereIsSaid(String method, String path, int status) {
        Asked asked = send(desk, method, path, "[]");
        assertThat(asked.status()).isEqualTo(status);
        assertThat(asked.error()).isNotEmpty();
    }

    @Test
    void moreThanEightMegabytesAreRefusedAnnouncedOrNot() {
        byte[] large = new byte[(8 << 20) + 1];
        Arrays.fill(large, (byte) 'a');
        Asked announced = Asked.ask(desk, "POST", "/api/units", "text/plain", BodyPublishers.ofByteArray(large));
        assertThat(announced.status()).isEqualTo(413);
        assertThat(announced.error()).contains("8388608 bytes");
        Asked unannounced = Asked.ask(
                desk,
                "POST",
                "/api/units",
                "text/plain",
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)));
        assertThat(unannounced.status()).isEqualTo(413);
        assertThat(served.store().names().read("sites")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            Host: evil.example       | X: y                                | 403
            Host: evil.example:7490  | X: y                                | 403
            Host: 127.0.0.1.evil.com | X: y                                | 403
            X: y                     | X: y                                | 403
            Host: 127.0.0.1:PORT     | Origin: http://evil.example         | 403
            Host: 127.0.0.1:PORT     | Origin: null                        | 403
            Host: 127.0.0.1:PORT     | Origin: http://127.0.0.1:1          | 403
            Host: 127.0.0.1:PORT     | Sec-Fetch-Site: cross-site          | 403
            Host: 127.0.0.1:PORT     | Sec-Fetch-Site: same-site           | 403
            Host: 127.0.0.1:PORT     | Origin: http://127.0.0.1:PORT       | 200
            Host: localhost:PORT     | Sec-Fetch-Site: same-origin         | 200
            Host: [::1]:PORT         | X: y                                | 200
            """)
    void aPageOfAnotherSiteIsNotAnswered(String first, String second, int status) {
        String port = Integer.toString(desk.port());
        Asked asked =
                Asked.raw(desk, "GET /api/units HTTP/1.1", first.replace("PORT", port), second.replace("PORT", port));
        assertThat(asked.status()).isEqualTo(status);
    }

    @Test
    void itListensToThisMachineOnly() {
        assertThatThrownBy(() ->
                        HttpDesk.start(new InetSocketAddress("0.0.0.0", 0), served.store(), Served.NAMES, () -> null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("listens to this machine only: 127.0.0.1:0, not 0.0.0.0:0");
    }

    @Test
    void theStatusSaysHowTheServicesAre() {
        String service = served.service();
        served.store().names().add("parsers", List.of("127.0.0.1:1"));
        served.store().names().add("sites", List.of("a", "b", "c,d"));
        Soon.holds("two units", () -> checkStatus(get(desk, "/api/status").read(), service));
        Soon.holds("health", () -> {
            Asked health = get(desk, "/healthz");
            assertThat(health.status()).isEqualTo(200);
            assertThat(health.read().text("status")).isEqualTo("up");
        });
    }

    private static void checkStatus(Read status, String service) {
        assertThat(status.text("instance")).isEqualTo("d1");
        assertThat(status.flag("writing")).isTrue();
        assertThat(status.number("units")).isEqualTo(2);
        assertThat(status.number("alive")).isEqualTo(1);
        assertThat(status.mayBeText("writer")).contains("d1");
        assertThat(status.mayBeText("trouble")).isEmpty();
        assertThat(DeskStatusJson.readNamespaces(status)).isEqualTo(Served.NAMES);
        assertThat(status.objects("services")).hasSize(2).anySatisfy(one -> {
            assertThat(one.text("service")).isEqualTo(service);
            assertThat(one.flag("alive")).isTrue();
            assertThat(one.number("units")).isEqualTo(2);
        });
        assertThat(status.objects("services"))
                .anySatisfy(
                        one -> assertThat(one.mayBeText("reason")).get(STRING).isNotEmpty());
        assertThat(status.objects("refused"))
                .singleElement()
                .satisfies(one -> assertThat(one.text("name")).isEqualTo("c,d"));
        assertThat(status.object("counters").orElseThrow().number("redistributions"))
                .isPositive();
    }

    @Test
    void theTableIsThereAsAWholeAndForEachService() {
        String service = served.service();
        served.store().names().add("sites", List.of("a", "b"));
        Soon.until("the table", () -> get(desk, "/api/table").json().equals(Map.of(service, List.of("a", "b"))));
        Read posting = get(desk, "/api/table/" + service).read();
        assertThat(posting.flag("listed")).isTrue();
        assertThat(posting.object("version").orElseThrow().number("epoch")).isPositive();
        assertThat(posting.objects("units").stream().map(unit -> unit.text("unit")))
                .containsExactly("a", "b");
        assertThat(get(desk, "/api/table/127.0.0.1:1").read().flag("listed")).isFalse();
    }

    @Test
    void anEpochIsAcknowledgedOnceItHasCome() {
        String service = served.service();
        Soon.until("a table", () -> !get(desk, "/api/table").json().equals(Map.of()));
        long epoch = get(desk, "/api/table/" + service)
                .read()
                .object("version")
                .orElseThrow()
                .number("epoch");
        String path = "/api/table/" + service + "/acknowledged";
        assertThat(send(desk, "POST", path, "{\"epoch\":" + (epoch + 100) + "}").error())
                .contains("has not come yet");
        assertThat(send(desk, "POST", path, "\"x\"").status()).isEqualTo(400);
        assertThat(send(desk, "POST", path, "{\"epoch\":-1}").status()).isEqualTo(400);
        assertThat(served.store().sheets().read().acknowledged()).isEmpty();
        assertThat(sendText(desk, "POST", path, epoch + "\n").status()).isEqualTo(200);
        assertThat(served.store().sheets().read().acknowledged()).containsEntry(service, epoch);
    }
}
