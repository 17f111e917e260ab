package dev.divvy.cli.distributor;

import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.store.Store;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/** What {@code --http} opens: lists, table and status over HTTP. */
interface Desk {

    AutoCloseable open(InetSocketAddress at, Store store, Namespaces names, Supplier<DistributorStatus> status)
            throws IOException;
}
