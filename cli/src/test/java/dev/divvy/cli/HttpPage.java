package dev.divvy.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import tools.jackson.jr.ob.JSON;

/** The response of a process on this machine to a request without a body. */
record HttpPage(int status, String body) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    static HttpPage get(int port, String path) {
        return ask("GET", port, path);
    }

    static HttpPage ask(String method, int port, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
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

    @Override
    public String toString() {
        return status + " " + body;
    }
}
