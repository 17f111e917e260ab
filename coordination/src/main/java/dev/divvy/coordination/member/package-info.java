/** The running member: its pulse thread and its state. Start with {@link dev.divvy.coordination.member.MembershipRuntime}. */
@NullMarked
package dev.divvy.coordination.member;

import org.jspecify.annotations.NullMarked;
