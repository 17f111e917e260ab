package dev.divvy.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.jr.ob.JSON;

/** Why and what-if over HTTP. */
@Timeout(120)
class QuestionsTest {

    private final TestSource source = new TestSource();
    private ConsoleServer server;

    @BeforeEach
    void start() throws Exception {
        server = source.serve();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void whyNamesTheOwnerOfAKey() {
        Map<String, Object> why = JSON.std.mapFrom(
                HttpResult.get(server, "/api/why?product=cache&key=order%2D42").body());
        assertThat(why).containsEntry("key", "order-42").containsEntry("since", 1);
        assertThat(why.get("owner")).asString().startsWith("n");
        assertThat(why.get("sentence"))
                .asString()
                .startsWith("piece " + why.get("piece") + " has belonged to " + why.get("owner") + " since epoch 1");
    }

    @Test
    void planCountsTheMovesAndChangesNothing() {
        Map<String, Object> plan = JSON.std.mapFrom(HttpResult.get(server, "/api/plan?product=cache&leave=n2&join=n4")
                .body());
        assertThat(plan)
                .containsEntry("changes", java.util.List.of("n2 left", "n4 joined"))
                .containsEntry("pieces", 64)
                .containsEntry("fewest", plan.get("moved"));
        assertThat(HttpResult.get(server, "/api/status").body()).contains("\"epoch\":1,");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            /api/why                                   | 400 | the parameter key is missing
            /api/why?key=a                             | 400 | the parameter product is missing
            /api/why?key=a&key=b&product=cache         | 400 | the parameter key occurs 2 times
            /api/why?product=outbox&key=a              | 404 | there is no product 'outbox' here
            /api/plan?product=cache                    | 400 | nothing to plan; add at least one of leave, join, weight and pin to the query
            /api/plan?product=cache&leave=n9           | 400 | there is no member n9
            /api/plan?product=cache&weight=n1          | 400 | 'n1' is not MEMBER=WEIGHT such as n2=3
            /api/plan?product=cache&pin=n1             | 400 | 'n1' is not PIECE=MEMBER such as 5=n2
            """)
    void aWrongQuestionGetsOneLine(String path, int status, String beginning) {
        HttpResult reply = HttpResult.get(server, path);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.body()).startsWith(beginning);
        assertThat(reply.body().lines()).hasSize(1);
    }

    @Test
    void aTextThatIsNotPercentEncodedIsRefused() {
        HttpResult reply = HttpResult.raw(server, "GET /api/why?product=cache&key=%zz HTTP/1.1", "Host: localhost");
        assertThat(reply.status()).isEqualTo(400);
    }
}
