package dev.divvy.cli.group.operator;

import dev.divvy.coordination.support.OperatorOrder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code divvy undrain}: a member that was drained takes its share again. */
@Command(name = "undrain")
public final class UndrainCommand extends OperatorCommand {

    @Parameters(paramLabel = "<member>", descriptionKey = "order-member")
    private String member = "";

    @Override
    OperatorOrder order() {
        return OperatorOrder.undrain(member);
    }
}
