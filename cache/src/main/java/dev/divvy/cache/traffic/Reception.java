package dev.divvy.cache.traffic;

import dev.divvy.cache.resp.Request;

/** Where the copies of tokens arrive that another node sends on one connection. */
public interface Reception {

    /** Where nodes come in. */
    @FunctionalInterface
    interface Hall {
        /** For one connection. */
        Reception arrival();
    }

    /** A part of a token; answers an error, or nothing when all is well. */
    String copy(Request request);

    /** Tokens of which all parts were sent; answers an error, or nothing when all is well. */
    String whole(Request request);
}
