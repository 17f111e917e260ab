package dev.divvy.console.view;

import java.util.List;

/** New marks on the time lanes of a product. */
public record LaneEvent(String product, List<LaneMark> marks) {

    public LaneEvent {
        marks = List.copyOf(marks);
    }
}
