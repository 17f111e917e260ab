package dev.divvy.allocation;

import dev.divvy.allocation.replication.Heirs;

/** The owner of every piece, its tenure, the holders of its copies, and its heirs. */
public record Holders(Division division, Tenures tenures, Copies copies, Heirs heirs) {

    public Holders {
        if (tenures.count() != division.count()) {
            throw new IllegalArgumentException(tenures.count() + " tenures for " + division.count() + " pieces");
        }
        copies.check(division);
        heirs.check(division);
    }

    /** Creates the holders of pieces without data: no copies and no heirs. */
    public Holders(Division division, Tenures tenures) {
        this(division, tenures, Copies.NONE, Heirs.NOT_KEPT);
    }

    public Holders withTenures(Tenures next) {
        return new Holders(division, next, copies, heirs);
    }
}
