package dev.divvy.boardpeers.codec;

/** The versions of the mesh protocol that a node reads and writes: all from the lowest to the highest. */
public record ProtocolVersions(int lowest, int highest) {

    public ProtocolVersions {
        if (lowest < 1 || highest < lowest || highest > Byte.MAX_VALUE) {
            throw new IllegalArgumentException("versions " + lowest + " to " + highest + " of the mesh protocol");
        }
    }

    /** Whether there is a version that both nodes know. */
    public boolean overlaps(ProtocolVersions other) {
        return lowest <= other.highest && other.lowest <= highest;
    }

    @Override
    public String toString() {
        return lowest == highest ? "version " + lowest : "versions " + lowest + " to " + highest;
    }
}
