package dev.divvy.console.view;

import dev.divvy.console.OperationsView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of a process: the object at {@code /api/status}, and the content of the event {@code status}.
 *
 * @param version the version of Divvy
 * @param now the time at the process, in milliseconds since 1970
 * @param problem why the status could not be read, so that the products are those of an earlier moment; null when it could
 * @param operations the processes and the audit of {@code divvy up}; null elsewhere
 */
public record ConsoleStatus(
        String version,
        long now,
        @Nullable String problem,
        List<ProductView> products,
        @Nullable OperationsView operations) {

    public ConsoleStatus {
        products = List.copyOf(products);
    }
}
