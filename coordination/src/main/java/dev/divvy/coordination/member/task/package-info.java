/** Tasks that run while pieces are held, and the threads of a membership. */
@NullMarked
package dev.divvy.coordination.member.task;

import org.jspecify.annotations.NullMarked;
