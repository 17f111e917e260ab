package dev.divvy.coordination.memory;

import dev.divvy.coordination.Boards;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Boards in this process, one for each group that is asked for. */
public final class MemoryBoards implements Boards {

    private final Map<String, MemoryBoard> boards = new ConcurrentHashMap<>();

    /** Creates a set of boards without any. */
    public MemoryBoards() {}

    @Override
    public MemoryBoard of(String group) {
        return boards.computeIfAbsent(group, name -> new MemoryBoard());
    }
}
