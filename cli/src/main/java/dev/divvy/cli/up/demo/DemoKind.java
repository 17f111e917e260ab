package dev.divvy.cli.up.demo;

/** The kinds of demos, one per product. */
public enum DemoKind {
    CACHE("nodes", "n", "not responding", false),
    // A process that is paused for long is ejected, and joins again when it resumes.
    OUTBOX("workers", "worker-", "not in the group", true),
    DISTRIBUTOR("parsers", "parser-", "has no sites", true);

    private final String plural;
    private final String prefix;
    private final String idle;
    private final boolean restarts;

    DemoKind(String plural, String prefix, String idle, boolean restarts) {
        this.plural = plural;
        this.prefix = prefix;
        this.idle = idle;
        this.restarts = restarts;
    }

    /** Returns the name of the product, as in the JSON. */
    public String product() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Returns the plural noun for the processes. */
    public String plural() {
        return plural;
    }

    /** Returns the name of a process without its number. */
    public String prefix() {
        return prefix;
    }

    /** Returns the state of a process that was seen at work before, and is not now. */
    public String idle() {
        return idle;
    }

    /** Returns whether a process that ended is restarted after {@link Demo#RESTART_DELAY}, unless it was stopped. */
    public boolean restarts() {
        return restarts;
    }
}
