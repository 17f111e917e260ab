package dev.divvy.cache.command.spec;

import dev.divvy.cache.resp.RespRequest;
import org.jspecify.annotations.Nullable;

/** A command that a node supports. Its kind says what it is about, and so where it runs. */
public sealed interface Command permits KeyCommand, ManyKeysCommand, KeyspaceCommand, ConnectionCommand {

    CommandSyntax syntax();

    default String name() {
        return syntax().name();
    }

    default boolean writes() {
        return syntax().has(CommandFlag.WRITE);
    }

    /** Returns the error for a request with a wrong number of arguments; null when the number is right. */
    default @Nullable String arityError(RespRequest request) {
        return syntax().arityError(request);
    }
}
