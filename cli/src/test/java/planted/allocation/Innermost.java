package planted.allocation;

import planted.coordination.Outer;

/** A class of the core that depends on an outer module, which the rule must find. */
public final class Innermost {

    public String reach(Outer outer) {
        return outer.name();
    }
}
