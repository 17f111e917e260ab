package dev.divvy.allocation;

/** The owner of every piece, its tenure, and the holders of its copies. */
public record Holders(Division division, Tenures tenures, Copies copies) {

    public Holders {
        if (tenures.count() != division.count()) {
            throw new IllegalArgumentException(tenures.count() + " tenures for " + division.count() + " pieces");
        }
        copies.check(division);
    }
}
