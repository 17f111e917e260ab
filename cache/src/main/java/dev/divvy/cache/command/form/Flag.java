package dev.divvy.cache.command.form;

import java.util.Locale;

/** What clients may want to know of a command. */
public enum Flag {
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
