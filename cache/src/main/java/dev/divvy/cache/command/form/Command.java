package dev.divvy.cache.command.form;

import dev.divvy.cache.resp.Request;
import org.jspecify.annotations.Nullable;

/** A command that a node understands. Its kind says what it speaks of and so where it is done. */
public sealed interface Command permits KeyCommand, ManyKeysCommand, KeyspaceCommand, ConnectionCommand {

    Form form();

    default String name() {
        return form().name();
    }

    default boolean writes() {
        return form().has(Flag.WRITE);
    }

    /** The error to answer when the request has too few or too many arguments. */
    default @Nullable String arityFault(Request request) {
        return form().arityFault(request);
    }
}
