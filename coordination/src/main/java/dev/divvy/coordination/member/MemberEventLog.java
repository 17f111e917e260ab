package dev.divvy.coordination.member;

import dev.divvy.coordination.protocol.MemberEvent;
import org.slf4j.Logger;

/** Logs the events of a member, each as one line. */
final class MemberEventLog {

    private MemberEventLog() {}

    /** @param problem the text for an event that says that the member is refused or its id is taken */
    static void write(Logger log, String name, MemberEvent event, String problem) {
        if (event instanceof MemberEvent.Joined joined) {
            log.info("{}: joined as {}", name, joined.incarnation());
        } else if (event instanceof MemberEvent.Occupied occupied) {
            log.info(
                    "{}: {} is on the board; waiting until it leaves or its time-to-live ends",
                    name,
                    occupied.by().incarnation());
        } else if (event instanceof MemberEvent.Refused) {
            log.error("{}: {}", name, problem);
        } else if (event instanceof MemberEvent.IdTaken) {
            log.warn("{}: {}", name, problem);
        } else if (event instanceof MemberEvent.Ejected ejected) {
            log.warn("{}: {} was ejected from the board; joining again", name, ejected.incarnation());
        } else if (event instanceof MemberEvent.BoardForgot forgot) {
            log.warn("{}: the board lost data: {}; gaining nothing for a time-to-live", name, forgot.detail());
        } else if (event instanceof MemberEvent.Removed removed) {
            log.warn(
                    "{}: {} sent no pulse for a time-to-live and was ejected from the board",
                    name,
                    removed.incarnation());
        } else if (event instanceof MemberEvent.Released released && !released.inTime()) {
            log.warn(
                    "{}: work on {} pieces did not end within the grace time; its effects are refused from now on",
                    name,
                    released.release().lost().count());
        } else {
            log.debug("{}: {}", name, event);
        }
    }
}
