package dev.divvy.console.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.divvy.console.feed.DashboardFeed;
import dev.divvy.console.feed.StreamEvent;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sends the events of a feed to clients (server-sent events). Each client has a thread of its own, apart from those of other requests, and
 * reads at its own pace; a client that was away resumes after the last event that it names.
 */
public final class EventStreams implements AutoCloseable {

    static final int MOST = 32;

    private static final Map<String, String> RETRY_LATER = Map.of("Retry-After", "5");
    private static final long IDLE_SECONDS = 10;
    private static final long COMMENT_MILLIS = 2_000;
    private static final String BEGIN = "retry: 1000\n\n";
    private static final String COMMENT = ": alive\n\n";
    private static final Pattern EVENT_ID = Pattern.compile("([0-9a-f]{16})-([0-9]{1,18})");

    private final DashboardFeed feed;
    private final WriteDeadlines deadlines;

    /** Tells the events of this server from those of one that ran before. */
    private final String run = HexFormat.of().toHexDigits(new SecureRandom().nextLong());

    private final ExecutorService threads = new ThreadPoolExecutor(
            0,
            MOST,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            DaemonThreads.numbered("divvy-http-events"));

    public EventStreams(DashboardFeed feed, WriteDeadlines deadlines) {
        this.feed = feed;
        this.deadlines = deadlines;
    }

    /** Returns whether anybody reads. */
    public boolean isWatched() {
        return ((ThreadPoolExecutor) threads).getActiveCount() > 0;
    }

    /**
     * Begins a stream on a thread of its own, which closes the exchange.
     *
     * @throws RefusedRequestException when there are too many
     */
    void begin(HttpExchange exchange) {
        try {
            threads.execute(() -> serve(exchange));
        } catch (RejectedExecutionException e) {
            throw new RefusedRequestException(
                    503, "there are already " + MOST + " readers of the event stream", RETRY_LATER);
        }
    }

    private void serve(HttpExchange exchange) {
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            HttpReply.setCommon(headers, "text/event-stream; charset=utf-8");
            exchange.sendResponseHeaders(200, 0);
            write(exchange.getResponseBody(), BEGIN);
            send(
                    exchange.getResponseBody(),
                    resumed(exchange.getRequestHeaders().getFirst("Last-Event-ID")));
        } catch (IOException e) {
            // The client went away, or did not read.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the number of the last event that the client has; -1 if it has none of this server. */
    private long resumed(@Nullable String lastEventId) {
        Matcher id = EVENT_ID.matcher(lastEventId == null ? "" : lastEventId);
        return id.matches() && id.group(1).equals(run) ? Long.parseLong(id.group(2)) : -1;
    }

    private void send(OutputStream out, long resumed) throws IOException, InterruptedException {
        long sent = resumed;
        while (true) {
            Optional<List<StreamEvent>> next =
                    sent < 0 ? Optional.empty() : feed.events().after(sent, COMMENT_MILLIS);
            List<StreamEvent> batch = next.orElseGet(() -> List.of(feed.hello(System.currentTimeMillis())));
            StringBuilder text = new StringBuilder(batch.isEmpty() ? COMMENT : "");
            for (StreamEvent event : batch) {
                text.append("id: ")
                        .append(run)
                        .append('-')
                        .append(event.number())
                        .append('\n');
                text.append("event: ").append(event.name()).append('\n');
                text.append("data: ").append(event.data()).append("\n\n");
                sent = event.number();
            }
            write(out, text.toString());
        }
    }

    private void write(OutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        deadlines.run(() -> {
            out.write(bytes);
            out.flush();
        });
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
