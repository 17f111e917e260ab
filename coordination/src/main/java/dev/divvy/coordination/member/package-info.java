/** The running member: the thread that pulses, and what it keeps. Start with {@link dev.divvy.coordination.member.MemberEngine}. */
@NullMarked
package dev.divvy.coordination.member;

import org.jspecify.annotations.NullMarked;
