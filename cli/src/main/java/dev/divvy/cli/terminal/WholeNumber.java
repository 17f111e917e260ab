package dev.divvy.cli.terminal;

import dev.divvy.cli.lab.Setup;
import dev.divvy.testkit.simulation.Scenario;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of an option that counts something: within limits. */
public abstract class WholeNumber implements ITypeConverter<Integer> {

    private final int least;
    private final int most;

    protected WholeNumber(int most) {
        this(1, most);
    }

    protected WholeNumber(int least, int most) {
        this.least = least;
        this.most = most;
    }

    @Override
    public Integer convert(String value) {
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Said below, with the numbers that would do.
        }
        throw new TypeConversionException("'" + value + "' is not a whole number from " + least + " to " + most);
    }

    /** Any whole number that leaves room to count on from it. */
    public static final class Any implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            if (value.matches("-?[0-9]{1,18}")) {
                return Long.parseLong(value);
            }
            throw new TypeConversionException("'" + value + "' is not a whole number of at most 18 digits");
        }
    }

    public static final class Members extends WholeNumber {
        public Members() {
            super(Setup.MOST_MEMBERS);
        }
    }

    public static final class Pieces extends WholeNumber {
        public Pieces() {
            super(Setup.MOST_PIECES);
        }
    }

    public static final class Events extends WholeNumber {
        public Events() {
            super(Setup.MOST_EVENTS);
        }
    }

    public static final class Seeds extends WholeNumber {
        public Seeds() {
            super(10_000_000);
        }
    }

    public static final class SimulatedMembers extends WholeNumber {
        public SimulatedMembers() {
            super(Scenario.MOST_MEMBERS);
        }
    }

    public static final class Minutes extends WholeNumber {
        public Minutes() {
            super(1440);
        }
    }

    /** Attempts, events, seconds: whatever has no nearer limit. */
    public static final class Count extends WholeNumber {
        public Count() {
            super(1_000_000_000);
        }
    }

    public static final class Workers extends WholeNumber {
        public Workers() {
            super(256);
        }
    }

    public static final class Batch extends WholeNumber {
        public Batch() {
            super(10_000);
        }
    }

    /** Processes of a demo. */
    public static final class Processes extends WholeNumber {
        public Processes() {
            super(16);
        }
    }

    /** Processes of a demo that may be left out. */
    public static final class NoneOrProcesses extends WholeNumber {
        public NoneOrProcesses() {
            super(0, 16);
        }
    }

    /** A port with room above it for two times sixteen more, a hundred apart. */
    public static final class BasePort extends WholeNumber {
        public BasePort() {
            super(65_535 - 100 - 16);
        }
    }

    public static final class Port extends WholeNumber {
        public Port() {
            super(65_535);
        }
    }
}
