package dev.divvy.coordination.member;

import dev.divvy.coordination.member.gate.Gates;
import dev.divvy.coordination.protocol.ProtocolState;
import java.util.Optional;

/**
 * What any thread may know of a member at one moment. The pulse thread makes them; readers see one whole.
 *
 * @param trouble why the board did not answer the last request; empty when it did
 */
record MemberSnapshot(ProtocolState standing, Gates gates, Optional<String> trouble) {}
