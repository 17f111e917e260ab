/** What every board owes its members, as tests: extend {@link dev.divvy.testkit.contract.BoardContract} to run them on a board of yours. */
@NullMarked
package dev.divvy.testkit.contract;

import org.jspecify.annotations.NullMarked;
