package dev.divvy.console.view;

import java.util.List;

/** The first event of a stream: everything that the dashboard shows. */
public record HelloEvent(ConsoleStatus status, List<ProductHistory> history) {

    /**
     * The recent past of a product.
     *
     * @param epochs the oldest first; the first has all owners, the others have the differences
     * @param lanes the oldest first
     */
    public record ProductHistory(String product, List<EpochView> epochs, List<LaneMark> lanes) {

        public ProductHistory {
            epochs = List.copyOf(epochs);
            lanes = List.copyOf(lanes);
        }
    }

    public HelloEvent {
        history = List.copyOf(history);
    }
}
