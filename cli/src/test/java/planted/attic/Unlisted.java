package planted.attic;

/** Stands in a room that nobody wrote down. */
public final class Unlisted {}
