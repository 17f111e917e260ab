package dev.divvy.cli.group.operator;

import dev.divvy.allocation.Allocation;
import dev.divvy.cli.group.GroupLocation;
import dev.divvy.cli.group.GroupLook;
import dev.divvy.cli.group.GroupReader;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.coordination.support.OperatorOrder;
import picocli.CommandLine.Mixin;

/** An order to a running group. It says what is so afterwards and what moves; to order what is so already changes nothing. */
abstract class OperatorCommand extends BaseCommand implements Runnable {

    @Mixin
    private final GroupLocation where = new GroupLocation();

    abstract OperatorOrder order();

    @Override
    public final void run() {
        OperatorOrder order = order();
        try (StopSignal stop = StopSignal.onSignals();
                GroupReader group = where.open()) {
            GroupLook look = group.look();
            Allocation before = allocation(look);
            OrderText text = new OrderText(order, look.status().group(), before);
            check(order, before);
            if (order.isIn(before.directives())) {
                say(text.already());
            } else {
                group.give(order, stop);
                say(text.done(allocation(group.look())));
            }
        }
    }

    private static Allocation allocation(GroupLook look) {
        String group = "group " + look.status().group();
        if (look.cards().isEmpty()) {
            throw Failure.failed("no member of " + group + " is there; start one first");
        }
        return look.status()
                .allocation()
                .orElseThrow(() -> Failure.failed(
                        "nothing is divided yet in " + group + "; wait for its members with divvy status --wait calm"));
    }

    private static void check(OperatorOrder order, Allocation now) {
        try {
            order.check(now);
        } catch (IllegalArgumentException e) {
            throw Failure.failed(String.valueOf(e.getMessage()));
        }
    }

    private void say(String line) {
        out().println(line);
        out().flush();
    }
}
