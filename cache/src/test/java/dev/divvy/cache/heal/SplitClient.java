package dev.divvy.cache.heal;

import dev.divvy.cache.testcluster.RespClient;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A client as a process. Argument: the address of a node. Each line that it reads has one or more commands, separated by semicolons, which
 * are sent as one pipeline; it prints their replies as one line, separated by semicolons.
 */
final class SplitClient {

    static final String REPLY = "reply ";

    private SplitClient() {}

    public static void main(String[] arguments) throws Exception {
        try (RespClient client = new RespClient(SplitNode.at(arguments[0]));
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            Object authenticated = client.ask("AUTH", SplitNode.PASSWORD);
            System.out.println("authenticated " + authenticated);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] commands = line.split(";", -1);
                for (String command : commands) {
                    client.send(command.split(" ", -1));
                }
                client.flush();
                StringBuilder replies = new StringBuilder(REPLY);
                for (int i = 0; i < commands.length; i++) {
                    String reply = String.valueOf(client.receive());
                    replies.append(i == 0 ? "" : ";")
                            .append(reply.replace('\n', ' ').replace(';', ','));
                }
                System.out.println(replies);
            }
        }
    }
}
