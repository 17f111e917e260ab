package dev.divvy.coordination;

/**
 * A piece that this member may work on.
 *
 * @param piece its name: a unit's, or a token's number
 * @param fence what its work shows to the outside
 */
public record Holding(String piece, Fence fence) {}
