package dev.divvy.cli.group.operator;

import dev.divvy.coordination.support.OperatorOrder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code divvy pin}: a piece belongs to a member for as long as that is there. */
@Command(name = "pin")
public final class PinCommand extends OperatorCommand {

    @Parameters(index = "0", paramLabel = "<piece>", descriptionKey = "order-piece")
    private String piece = "";

    @Parameters(index = "1", paramLabel = "<member>", descriptionKey = "order-member")
    private String member = "";

    @Override
    OperatorOrder order() {
        return OperatorOrder.pin(piece, member);
    }
}
