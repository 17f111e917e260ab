package dev.divvy.boardpeers.jgroups;

/** Frames as a node sends them, for tests that pose as one. */
public final class Frames {

    private Frames() {}

    /** Returns a frame of a mesh without a secret. */
    public static byte[] plain(String mesh, byte[] inside) {
        return Frame.write(Frame.Kind.PLAIN, mesh, "10.9.9.1:7999", inside, 0, inside.length);
    }
}
