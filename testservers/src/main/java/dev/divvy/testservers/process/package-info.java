/** Processes that a test starts, pauses, resumes and kills. */
@NullMarked
package dev.divvy.testservers.process;

import org.jspecify.annotations.NullMarked;
