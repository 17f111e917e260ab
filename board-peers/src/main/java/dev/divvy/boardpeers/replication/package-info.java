/** Who keeps the boards, who has copies, and what follows from a change of the company: decisions without threads, clocks or a network. */
@NullMarked
package dev.divvy.boardpeers.replication;

import org.jspecify.annotations.NullMarked;
