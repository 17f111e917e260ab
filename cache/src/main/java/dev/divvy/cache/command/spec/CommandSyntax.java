package dev.divvy.cache.command.spec;

import dev.divvy.cache.resp.RespRequest;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The syntax of a command, in the terms of COMMAND INFO.
 *
 * @param name the name in lower case
 * @param arity the number of arguments, including the name; -n for n or more
 * @param flags the flags, in the order of the enum
 * @param firstKey the index of the first key; 0 when the command has no keys
 * @param lastKey the index of the last key; -1 for the last argument
 * @param keyStep the distance from a key to the next
 * @param summary one line for people
 */
public record CommandSyntax(
        String name, int arity, Set<CommandFlag> flags, int firstKey, int lastKey, int keyStep, String summary) {

    public CommandSyntax {
        if (arity == 0 || !name.equals(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("command '" + name + "' with arity " + arity
                    + ": the name must be in lower case and the arity not 0");
        }
        EnumSet<CommandFlag> ordered = EnumSet.noneOf(CommandFlag.class);
        ordered.addAll(flags);
        flags = Collections.unmodifiableSet(ordered);
    }

    public boolean has(CommandFlag flag) {
        return flags.contains(flag);
    }

    /** Returns the error for a request with a wrong number of arguments; null when the number is right. */
    public @Nullable String arityError(RespRequest request) {
        boolean right = arity > 0 ? request.size() == arity : request.size() >= -arity;
        return right ? null : ErrorReplies.arity(name);
    }
}
