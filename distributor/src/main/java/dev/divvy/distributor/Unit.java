package dev.divvy.distributor;

import dev.divvy.coordination.Fence;

/**
 * A unit that this service may work on.
 *
 * @param fence what its work shows to the outside: whoever has the unit later shows a newer one
 */
public record Unit(String name, Fence fence) {}
