package dev.divvy.cache.command.spec;

import java.util.Locale;

/** What clients may want to know of a command. */
public enum CommandFlag {
    WRITE,
    READONLY,
    DENYOOM,
    ADMIN,
    NOSCRIPT,
    LOADING,
    STALE,
    FAST,
    /** Allowed before the password is given. */
    NO_AUTH;

    /** As Redis calls it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
