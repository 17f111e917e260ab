package dev.divvy.cli.group.operator;

import dev.divvy.coordination.support.OperatorOrder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code divvy drain}: a member gives everything away and stays. */
@Command(name = "drain")
public final class DrainCommand extends OperatorCommand {

    @Parameters(paramLabel = "<member>", descriptionKey = "order-member")
    private String member = "";

    @Override
    OperatorOrder order() {
        return OperatorOrder.drain(member);
    }
}
