package dev.divvy.cli.group.operator;

import dev.divvy.coordination.support.OperatorOrder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code divvy unpin}: a piece is divided like the others again. */
@Command(name = "unpin")
public final class UnpinCommand extends OperatorCommand {

    @Parameters(paramLabel = "<piece>", descriptionKey = "order-piece")
    private String piece = "";

    @Override
    OperatorOrder order() {
        return OperatorOrder.unpin(piece);
    }
}
