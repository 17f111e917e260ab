package planted.allocation;

/** Used from a room further out, as it should be. */
public final class Harmless {

    // Not a constant to the compiler: it would be copied, and nothing would depend on this class.
    public static final String NAME = "harmless".strip();

    private Harmless() {}
}
