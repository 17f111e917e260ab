package planted.allocation;

import planted.coordination.Outer;

/** Stands where the pure core stands, and reaches outward: what the rule must find. */
public final class Innermost {

    public String reach(Outer outer) {
        return outer.name();
    }
}
