package planted.allocation;

/** Used by an outer module, which is allowed. */
public final class Harmless {

    // Not a constant to the compiler: it would be copied, and nothing would depend on this class.
    public static final String NAME = "harmless".strip();

    private Harmless() {}
}
