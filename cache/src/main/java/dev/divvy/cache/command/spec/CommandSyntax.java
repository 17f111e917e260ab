package dev.divvy.cache.command.spec;

import dev.divvy.cache.resp.RespRequest;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How a command is written.
 *
 * @param name in lower case
 * @param arity how many arguments it has, the name included; -n for n and more
 * @param flags in their order
 * @param firstKey the argument that is the first key; 0 when there is none
 * @param lastKey the argument that is the last key; -1 for the last one
 * @param keyStep from a key to the next
 * @param summary one line for people
 */
public record CommandSyntax(
        String name, int arity, Set<CommandFlag> flags, int firstKey, int lastKey, int keyStep, String summary) {

    public CommandSyntax {
        if (arity == 0 || !name.equals(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("a command named '" + name + "' with arity " + arity);
        }
        flags = Collections.unmodifiableSet(new TreeSet<>(flags));
    }

    public boolean has(CommandFlag flag) {
        return flags.contains(flag);
    }

    /** The error to answer when the request has too few or too many arguments. */
    public @Nullable String arityFault(RespRequest request) {
        boolean right = arity > 0 ? request.size() == arity : request.size() >= -arity;
        return right ? null : ErrorReplies.arity(name);
    }
}
