package dev.divvy.cache.command.ground;

import dev.divvy.cache.resp.Limits;
import dev.divvy.cache.store.Shelves;
import java.util.Optional;

/** What a node lends its commands. Whatever is asked for is what it is right now. */
public interface Ground {

    Shelves shelves();

    ClusterView cluster();

    NodeFacts facts();

    Sessions sessions();

    /** The password that clients must give, if there is one. */
    Optional<Password> password();

    Limits limits();
}
