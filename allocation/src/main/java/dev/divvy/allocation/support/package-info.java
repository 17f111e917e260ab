/** Code shared by the allocators and Divvy's other modules: rules for names, hashes of members and pieces, shares by weight. */
@NullMarked
package dev.divvy.allocation.support;

import org.jspecify.annotations.NullMarked;
