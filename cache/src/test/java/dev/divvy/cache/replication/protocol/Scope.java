package dev.divvy.cache.replication.protocol;

import java.util.EnumSet;
import java.util.Set;

/**
 * The bounds of a search: how many incarnations, epochs, commands and faults there may be.
 *
 * @param incarnations the incarnations, of which the last ones join later
 * @param members the incarnations that take part from the beginning
 * @param backups the copies of the token
 * @param epochs the number of records
 */
record Scope(
        int incarnations,
        int members,
        int backups,
        int epochs,
        Commands commands,
        Faults faults,
        Set<Freedom> freedoms) {

    /** @param writes the writes, after the one that was answered before the search begins */
    record Commands(int writes, int reads) {}

    /** @param breaks the connections that break */
    record Faults(int crashes, int ejections, int breaks) {}

    /** Things that may happen in a scope, besides commands and faults. */
    enum Freedom {
        /** The planner names fewer copies than there shall be. */
        FEWER_COPIES,
        /** A sighting is applied after others have acted on newer ones. */
        LATE_SIGHTINGS,
        /** Messages of a broken connection still arrive. */
        LATE_MESSAGES,
        /** Owners that rest let the others discard the changes that all have. */
        TRIMS
    }

    static Scope of(int incarnations, int backups, int epochs) {
        return new Scope(
                incarnations,
                incarnations,
                backups,
                epochs,
                new Commands(0, 0),
                new Faults(0, 0, 0),
                EnumSet.noneOf(Freedom.class));
    }

    Scope members(int count) {
        return new Scope(incarnations, count, backups, epochs, commands, faults, freedoms);
    }

    Scope commands(int writes, int reads) {
        return new Scope(incarnations, members, backups, epochs, new Commands(writes, reads), faults, freedoms);
    }

    Scope faults(int crashes, int ejections, int breaks) {
        Faults next = new Faults(crashes, ejections, breaks);
        return new Scope(incarnations, members, backups, epochs, commands, next, freedoms);
    }

    Scope with(Freedom freedom) {
        Set<Freedom> next = EnumSet.of(freedom);
        next.addAll(freedoms);
        return new Scope(incarnations, members, backups, epochs, commands, faults, next);
    }

    boolean has(Freedom freedom) {
        return freedoms.contains(freedom);
    }
}
