package dev.divvy.cache.command.spec;

import dev.divvy.cache.resp.RespRequest;
import org.jspecify.annotations.Nullable;

/** A command that a node understands. Its kind says what it speaks of and so where it is done. */
public sealed interface Command permits KeyCommand, ManyKeysCommand, KeyspaceCommand, ConnectionCommand {

    CommandSyntax form();

    default String name() {
        return form().name();
    }

    default boolean writes() {
        return form().has(CommandFlag.WRITE);
    }

    /** The error to answer when the request has too few or too many arguments. */
    default @Nullable String arityFault(RespRequest request) {
        return form().arityFault(request);
    }
}
