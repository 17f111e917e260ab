package dev.divvy.cli;

import dev.divvy.testservers.redis.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sends inline commands to a Redis, as a person would type them, and reads the replies. */
record RedisLine(RedisServer server) {

    /** Returns the lines of all replies, with the marks of the protocol. */
    List<String> say(String... commands) {
        try (Socket socket = new Socket(server.host(), server.port())) {
            String all = String.join("\r\n", commands) + "\r\nQUIT\r\n";
            socket.getOutputStream().write(all.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the fields of a hash, byte for byte. */
    Map<String, String> hash(String key) {
        List<String> texts = say("HGETALL " + key).stream()
                .filter(line -> !line.matches("[*$+].*"))
                .toList();
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i + 1 < texts.size(); i += 2) {
            fields.put(texts.get(i), texts.get(i + 1));
        }
        return fields;
    }
}
