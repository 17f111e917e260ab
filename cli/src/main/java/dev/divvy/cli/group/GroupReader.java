package dev.divvy.cli.group;

import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.coordination.support.OperatorOrder;

/** Where a running group is asked: one of its nodes, or the board where its members meet. Every failure is a {@code Failure}. */
public interface GroupReader extends AutoCloseable {

    /** Looks at the group once; that changes nothing. */
    GroupLook look();

    /**
     * Gives an order that was checked, and waits until the group has taken it: at most half a minute, or until the command shall stop. The
     * pieces that it moves are still on their way then.
     */
    void give(OperatorOrder order, StopSignal stop);

    @Override
    void close();
}
