/** Gates, which admit work to held pieces, and the notification of listeners. */
@NullMarked
package dev.divvy.coordination.member.gate;

import org.jspecify.annotations.NullMarked;
