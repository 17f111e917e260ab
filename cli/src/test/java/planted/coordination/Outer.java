package planted.coordination;

import planted.allocation.Harmless;

/** A class of an outer module. It may use the allocation module, which may not use it. */
public final class Outer {

    public String name() {
        return Harmless.NAME;
    }
}
