package dev.divvy.cache.replication;

/**
 * The bounds of a search: how many incarnations, epochs, commands and faults there may be.
 *
 * @param incarnations the incarnations, of which the last ones join later
 * @param members the incarnations that take part from the beginning
 * @param backups the copies of the token
 * @param epochs the number of records
 * @param writes the writes, after the one that was answered before the search begins
 * @param breaks the connections that break
 * @param fewerCopies whether the planner may name fewer copies than there shall be
 * @param lateSightings whether a sighting may be applied after others have acted on newer ones
 * @param lateMessages whether messages of a broken connection may still arrive
 */
record Scope(
        int incarnations,
        int members,
        int backups,
        int epochs,
        int writes,
        int reads,
        int crashes,
        int ejections,
        int breaks,
        boolean fewerCopies,
        boolean lateSightings,
        boolean lateMessages) {

    static Scope of(int incarnations, int backups, int epochs) {
        return new Scope(incarnations, incarnations, backups, epochs, 0, 0, 0, 0, 0, false, false, false);
    }

    Scope members(int count) {
        return new Scope(
                incarnations,
                count,
                backups,
                epochs,
                writes,
                reads,
                crashes,
                ejections,
                breaks,
                fewerCopies,
                lateSightings,
                lateMessages);
    }

    Scope commands(int writeCount, int readCount) {
        return new Scope(
                incarnations,
                members,
                backups,
                epochs,
                writeCount,
                readCount,
                crashes,
                ejections,
                breaks,
                fewerCopies,
                lateSightings,
                lateMessages);
    }

    Scope faults(int crashCount, int ejectionCount, int breakCount) {
        return new Scope(
                incarnations,
                members,
                backups,
                epochs,
                writes,
                reads,
                crashCount,
                ejectionCount,
                breakCount,
                fewerCopies,
                lateSightings,
                lateMessages);
    }

    Scope withFewerCopies() {
        return new Scope(
                incarnations,
                members,
                backups,
                epochs,
                writes,
                reads,
                crashes,
                ejections,
                breaks,
                true,
                lateSightings,
                lateMessages);
    }

    Scope withLateSightings() {
        return new Scope(
                incarnations,
                members,
                backups,
                epochs,
                writes,
                reads,
                crashes,
                ejections,
                breaks,
                fewerCopies,
                true,
                lateMessages);
    }

    Scope withLateMessages() {
        return new Scope(
                incarnations,
                members,
                backups,
                epochs,
                writes,
                reads,
                crashes,
                ejections,
                breaks,
                fewerCopies,
                lateSightings,
                true);
    }
}
