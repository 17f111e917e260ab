package planted.attic;

/** A class of a module that is not in the table. */
public final class Unlisted {}
