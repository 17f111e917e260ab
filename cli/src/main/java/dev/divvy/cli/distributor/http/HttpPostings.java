package dev.divvy.cli.distributor.http;

import dev.divvy.coordination.Subscription;
import dev.divvy.distributor.store.Posting;
import dev.divvy.distributor.store.Postings;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The table behind a desk, as a service sees it. */
final class HttpPostings implements Postings {

    private final Line line;
    private final Listening listening;

    HttpPostings(Line line, Listening listening) {
        this.line = line;
        this.listening = listening;
    }

    @Override
    public Posting look(String service) {
        return line.get(path(service), json -> PostingJson.read(Read.of(json)));
    }

    @Override
    public void acknowledge(String service, long epoch) {
        line.send(
                "POST",
                path(service) + "/acknowledged",
                Map.of("epoch", epoch),
                json -> Read.of(json).number("acknowledged"));
    }

    private static String path(String service) {
        return "/api/table/"
                + URLEncoder.encode(service, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return listening.toTable(changed);
    }
}
