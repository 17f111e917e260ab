package dev.divvy.cli.up.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventReceiverTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final EventAudit audit = new EventAudit();
    private final EventReceiver receiver =
            new EventReceiver("secret", audit, new ResponseDelay(1_000, 1, audit::backlog, 1));

    @AfterEach
    void close() {
        receiver.close();
    }

    private static HttpRequest request(String address, String body) {
        return HttpRequest.newBuilder(URI.create(address))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static int post(String address, String body) throws IOException, InterruptedException {
        return CLIENT.send(request(address, body), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private static String event(int number) {
        return "7 event " + number;
    }

    @Test
    void eventsAreCheckedAndThoseOfUsersAreAccepted() throws Exception {
        audit.sending(1, 2);
        assertThat(post(receiver.address("w"), event(2))).isEqualTo(204);
        assertThat(post(receiver.address("w"), event(1))).isEqualTo(204);
        assertThat(audit.findings().outOfOrder()).isEqualTo(1);
        assertThat(post(receiver.address("w"), event(1) + "\n8 event 2")).isEqualTo(204);
        assertThat(post(receiver.address("w"), "7 of a user")).isEqualTo(204);
        assertThat(post(receiver.address("w"), "")).isEqualTo(204);
        assertThat(post(receiver.address("w").replace("secret", "guess"), event(1)))
                .isEqualTo(404);
        assertThat(audit.findings().checks()).isEqualTo(4);
    }

    @Test
    void theRepliesToOneWorkerAreHeldBackUntilTheyAreReleased() throws Exception {
        RequestsInFlight requests = receiver.requests();
        assertThat(requests.hold("w", Duration.ofMillis(1))).isFalse();
        CompletableFuture<HttpResponse<Void>> held =
                CLIENT.sendAsync(request(receiver.address("w"), event(1)), HttpResponse.BodyHandlers.discarding());
        assertThat(requests.hold("w", Duration.ofSeconds(20))).isTrue();
        assertThat(post(receiver.address("other"), event(2))).isEqualTo(204);
        assertThat(held).isNotDone();
        requests.release("w");
        Await.until("the reply", held::isDone);
        assertThat(held.join().statusCode()).isEqualTo(204);
    }
}
