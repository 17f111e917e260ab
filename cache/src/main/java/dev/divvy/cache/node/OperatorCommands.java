package dev.divvy.cache.node;

import dev.divvy.allocation.Allocation;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.support.OperatorOrder;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Orders of operators to the whole group: {@code DIVVY.DRAIN} and the like. An order is checked against the status of now, handed to this
 * node's member and answered at once; the status shows when the group has followed.
 */
final class OperatorCommands {

    private static final Logger log = LoggerFactory.getLogger(OperatorCommands.class);

    private static final String PREFIX = "DIVVY.";

    private final Membership membership;

    OperatorCommands(Membership membership) {
        this.membership = membership;
    }

    /** Runs a request that is an order; returns whether it is. */
    boolean run(String name, RespRequest request, ByteBuf out) {
        Optional<OperatorOrder.Action> action = Arrays.stream(OperatorOrder.Action.values())
                .filter(known -> name.equals(PREFIX + known))
                .findFirst();
        action.ifPresent(known -> run(known, request, out));
        return action.isPresent();
    }

    private void run(OperatorOrder.Action action, RespRequest request, ByteBuf out) {
        if (request.size() != 1 + action.arguments()) {
            ReplyWriter.error(out, ErrorReplies.arity((PREFIX + action).toLowerCase(Locale.ROOT)));
            return;
        }
        try {
            give(action.with(
                    IntStream.range(1, request.size()).mapToObj(request::text).toList()));
            ReplyWriter.ok(out);
        } catch (IllegalArgumentException e) {
            ReplyWriter.error(out, "ERR " + e.getMessage());
        }
    }

    /** Does not wait: this runs on an event loop. */
    private void give(OperatorOrder order) {
        Allocation now = membership
                .status()
                .allocation()
                .orElseThrow(() -> new IllegalArgumentException("nothing is divided yet"));
        order.check(now);
        var unused = order.giveTo(membership.operator()).whenComplete((done, refusal) -> {
            if (refusal != null) {
                log.warn("{}: {} was not carried out: {}", membership.id(), order, refusal.getMessage());
            }
        });
    }
}
