package dev.divvy.cache.command;

import dev.divvy.cache.command.spec.Command;
import dev.divvy.cache.resp.RespRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands by name, upper and lower case alike, found without making anything. */
final class CommandTable {

    private static final int PLACES = 512;

    private final @Nullable Command[] places = new Command[PLACES];

    CommandTable(List<Command> commands) {
        for (Command command : commands) {
            byte[] name = command.name().getBytes(StandardCharsets.US_ASCII);
            int at = hash(name, 0, name.length);
            while (places[at] != null) {
                at = (at + 1) % PLACES;
            }
            places[at] = command;
        }
    }

    @Nullable
    Command find(RespRequest request) {
        int at = hash(request.data(), request.start(0), request.length(0));
        for (Command command = places[at]; command != null; command = places[at]) {
            if (request.is(0, command.name())) {
                return command;
            }
            at = (at + 1) % PLACES;
        }
        return null;
    }

    /** The bit by which upper and lower case differ is left out. */
    private static int hash(byte[] data, int start, int length) {
        int hash = length;
        for (int i = 0; i < Math.min(length, 16); i++) {
            hash = hash * 31 + (data[start + i] & 0x5F);
        }
        return (hash ^ (hash >>> 9)) & (PLACES - 1);
    }
}
