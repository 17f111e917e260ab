package dev.divvy.coordination.member;

import dev.divvy.coordination.member.gate.Gates;
import dev.divvy.coordination.protocol.ProtocolState;
import java.util.Optional;

/**
 * A consistent snapshot of a member's state, made by the pulse thread and read by any thread.
 *
 * @param problem why the board did not answer the last request or does not admit this member; empty if all is well
 * @param stalled whether it gave its share away because its work made no progress
 */
record MemberSnapshot(ProtocolState state, Gates gates, Optional<String> problem, boolean stalled) {}
