package dev.divvy.allocation;

/** Who holds what: the owner of every piece, how it came to it, and who keeps its copies. */
public record Holders(Division division, Tenures tenures, Copies copies) {

    public Holders {
        if (tenures.count() != division.count()) {
            throw new IllegalArgumentException(tenures.count() + " tenures for " + division.count() + " pieces");
        }
        copies.check(division);
    }
}
