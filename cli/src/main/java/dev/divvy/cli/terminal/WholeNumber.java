package dev.divvy.cli.terminal;

import dev.divvy.cli.lab.Setup;
import dev.divvy.testkit.simulation.Scenario;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of an option that counts something: from 1 up to a limit. */
public abstract class WholeNumber implements ITypeConverter<Integer> {

    private final int most;

    protected WholeNumber(int most) {
        this.most = most;
    }

    @Override
    public Integer convert(String value) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Said below, with the numbers that would do.
        }
        throw new TypeConversionException("'" + value + "' is not a whole number from 1 to " + most);
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

    public static final class UpWorkers extends WholeNumber {
        public UpWorkers() {
            super(16);
        }
    }

    public static final class Rate extends WholeNumber {
        public Rate() {
            super(10_000);
        }
    }

    public static final class Port extends WholeNumber {
        public Port() {
            super(65_535);
        }
    }
}
