package dev.divvy.cli.up.demo;

import dev.divvy.cli.terminal.TerminalColours;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The state of a demo, as it is drawn, printed, and served over HTTP. */
public record DemoStatus(DemoKind kind, String summary, List<ProcessStatus> processes) {

    /**
     * The state of a process.
     *
     * @param present whether it takes part: a node answers, a worker is in its group, a parser has sites
     * @param detail its work, or the reason why it has none
     */
    public record ProcessStatus(String name, long pid, boolean present, ProcessState state, String detail) {

        @Override
        public String toString() {
            return name + " " + detail;
        }
    }

    public DemoStatus {
        processes = List.copyOf(processes);
    }

    /** Returns the state as one line, for a log. */
    public String line() {
        return summary + ": " + processes.stream().map(ProcessStatus::toString).collect(Collectors.joining(", "));
    }

    /** Returns the state as lines for a terminal: each process in a colour of its own, and red while it does not take part. */
    public List<String> lines(TerminalColours colours) {
        List<String> lines = new ArrayList<>(List.of("", colours.heading(summary)));
        for (int i = 0; i < processes.size(); i++) {
            ProcessStatus process = processes.get(i);
            lines.add("  "
                    + (process.present()
                            ? colours.member(i, process.name()) + " " + process.detail()
                            : colours.failure(process.toString())));
        }
        return lines;
    }
}
