package dev.divvy.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.jr.ob.JSON;

/** The response of a process on this machine to a request. */
record HttpPage(int status, String body) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    static HttpPage get(int port, String path) {
        return ask("GET", port, path);
    }

    static HttpPage ask(String method, int port, String path) {
        return send(request(port, path)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build());
    }

    /** Posts JSON with the key of the operations. */
    static HttpPage post(int port, String path, String key, Map<String, String> body) {
        return send(request(port, path)
                .header("Content-Type", "application/json")
                .header("X-Divvy-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(JSON.std.asString(body)))
                .build());
    }

    private static HttpRequest.Builder request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private static HttpPage send(HttpRequest request) {
        try {
            HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
            return new HttpPage(answer.statusCode(), answer.body());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Map<String, Object> json() {
        return JSON.std.mapFrom(body);
    }

    /** Returns the figures of the only product in a status. */
    @SuppressWarnings("unchecked")
    Map<String, Object> figures() {
        List<Map<String, Object>> products =
                (List<Map<String, Object>>) Objects.requireNonNull(json().get("products"), body);
        return (Map<String, Object>) Objects.requireNonNull(products.get(0).get("figures"), body);
    }

    @Override
    public String toString() {
        return status + " " + body;
    }
}
