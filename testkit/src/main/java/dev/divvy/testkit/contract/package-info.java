/**
 * The obligations of every board to its members, as tests: implement {@link dev.divvy.testkit.contract.BoardContract} to run them on your
 * own board.
 */
@NullMarked
package dev.divvy.testkit.contract;

import org.jspecify.annotations.NullMarked;
