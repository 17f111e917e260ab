/** Held pieces as gates: who may work on them, how they are let go of, and how listeners are told. */
@NullMarked
package dev.divvy.coordination.member.gate;

import org.jspecify.annotations.NullMarked;
