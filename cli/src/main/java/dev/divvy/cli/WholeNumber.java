package dev.divvy.cli;

import dev.divvy.cli.lab.Setup;
import dev.divvy.testkit.simulation.Scenario;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of an option that counts something: from 1 up to a limit. */
abstract class WholeNumber implements ITypeConverter<Integer> {

    private final int most;

    private WholeNumber(int most) {
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
    static final class Any implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            if (value.matches("-?[0-9]{1,18}")) {
                return Long.parseLong(value);
            }
            throw new TypeConversionException("'" + value + "' is not a whole number of at most 18 digits");
        }
    }

    static final class Members extends WholeNumber {
        Members() {
            super(Setup.MOST_MEMBERS);
        }
    }

    static final class Pieces extends WholeNumber {
        Pieces() {
            super(Setup.MOST_PIECES);
        }
    }

    static final class Events extends WholeNumber {
        Events() {
            super(Setup.MOST_EVENTS);
        }
    }

    static final class Seeds extends WholeNumber {
        Seeds() {
            super(10_000_000);
        }
    }

    static final class SimulatedMembers extends WholeNumber {
        SimulatedMembers() {
            super(Scenario.MOST_MEMBERS);
        }
    }

    static final class Minutes extends WholeNumber {
        Minutes() {
            super(1440);
        }
    }
}
