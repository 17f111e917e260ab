package dev.divvy.cache.traffic;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;

/** Handles the requests of other nodes that are not about a key. */
@FunctionalInterface
public interface NodeRequests {

    /**
     * Handles a request and writes the reply; called on an event loop.
     *
     * @param from the node that sends it, as it proved
     * @return false when the request is not known; nothing was written then
     */
    boolean receive(Incarnation from, RespRequest request, ByteBuf out);
}
