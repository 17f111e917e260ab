package dev.divvy.cache.command;

import dev.divvy.cache.command.spec.Command;
import dev.divvy.cache.resp.RespRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A hash table of commands by name, in upper or lower case. A lookup allocates no object. */
final class CommandTable {

    private static final int SLOTS = 512;

    private final @Nullable Command[] slots = new Command[SLOTS];

    CommandTable(List<Command> commands) {
        for (Command command : commands) {
            byte[] name = command.name().getBytes(StandardCharsets.US_ASCII);
            int at = hash(name, 0, name.length);
            while (slots[at] != null) {
                at = (at + 1) % SLOTS;
            }
            slots[at] = command;
        }
    }

    @Nullable
    Command find(RespRequest request) {
        int at = hash(request.data(), request.start(0), request.length(0));
        for (Command command = slots[at]; command != null; command = slots[at]) {
            if (request.is(0, command.name())) {
                return command;
            }
            at = (at + 1) % SLOTS;
        }
        return null;
    }

    /** Returns a hash that ignores the bit in which upper and lower case differ. */
    private static int hash(byte[] data, int start, int length) {
        int hash = length;
        for (int i = 0; i < Math.min(length, 16); i++) {
            hash = hash * 31 + (data[start + i] & 0x5F);
        }
        return (hash ^ (hash >>> 9)) & (SLOTS - 1);
    }
}
