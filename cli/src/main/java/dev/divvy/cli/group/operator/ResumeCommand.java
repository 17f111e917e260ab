package dev.divvy.cli.group.operator;

import dev.divvy.coordination.support.OperatorOrder;
import picocli.CommandLine.Command;

/** {@code divvy resume}: a suspended group divides its pieces again. */
@Command(name = "resume")
public final class ResumeCommand extends OperatorCommand {

    @Override
    OperatorOrder order() {
        return OperatorOrder.resume();
    }
}
