package dev.divvy.coordination;

/**
 * A piece that this member may work on.
 *
 * @param piece the unit's name, or the token's number
 * @param fence the fencing token that its effects carry
 */
public record HeldPiece(String piece, Fence fence) {}
