package dev.divvy.cli.group.operator;

import dev.divvy.coordination.support.OperatorOrder;
import picocli.CommandLine.Command;

/** {@code divvy suspend}: no member owns anything. */
@Command(name = "suspend")
public final class SuspendCommand extends OperatorCommand {

    @Override
    OperatorOrder order() {
        return OperatorOrder.suspend();
    }
}
