package dev.divvy.coordination;

/**
 * Thrown when a member does not fit its group: the group divides other pieces, keeps another number of copies, or has a member of a version
 * that this one does not understand. The message is one line that says what differs and what to set. The member holds nothing, and does not
 * try again.
 */
public final class GroupMismatchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public GroupMismatchException(String message) {
        super(message);
    }
}
