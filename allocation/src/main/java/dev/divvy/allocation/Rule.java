package dev.divvy.allocation;

/** The reason why a piece came to its owner: the rule that applied when its tenure began. */
public enum Rule {
    FIRST("it had no owner before"),
    PINNED("an operator pinned it there"),
    OWNER_LEFT("its former owner left"),
    PROMOTED("this member had its data when the former owner left"),
    OWNER_RESTARTED("its owner came back as a new incarnation"),
    OWNER_DRAINED("its former owner is draining (weight 0)"),
    EVEN_SHARES("its former owner held more than its share"),
    RECOMPUTED("the allocator keeps no history and chose this owner for the current roster"),
    RESUMED("it had no owner for a while"),
    RESTRICTED("this member's own configuration names it"),
    NOBODY_ELIGIBLE("no member may own it"),
    SUSPENDED("the group is suspended, by an operator or for an exclusive job");

    private final String sentence;

    Rule(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
