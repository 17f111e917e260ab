package dev.divvy.cache.command.spec;

import java.util.Locale;

/** The flags that COMMAND INFO reports for a command. */
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

    /** Returns the name that Redis uses. */
    public String redisName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
