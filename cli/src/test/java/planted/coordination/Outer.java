package planted.coordination;

import planted.allocation.Harmless;

/** Stands in a room that the core may not know, and uses what it may: the core. */
public final class Outer {

    public String name() {
        return Harmless.NAME;
    }
}
