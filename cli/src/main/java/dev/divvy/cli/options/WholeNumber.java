package dev.divvy.cli.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Limits of an option that counts something. The option has {@link Limits} as its preprocessor. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface WholeNumber {

    int least() default 1;

    int most();

    /** Refuses a value that is not a whole number within the option's limits. */
    final class Limits implements IParameterPreprocessor {

        @Override
        @SuppressWarnings("JdkObsolete") // picocli's signature
        public boolean preprocess(
                Stack<String> values, CommandSpec command, ArgSpec option, Map<String, Object> context) {
            if (!values.isEmpty()) {
                refusal(option, values.peek()).ifPresent(reason -> {
                    throw new ParameterException(
                            command.commandLine(), ((OptionSpec) option).longestName() + ": " + reason);
                });
            }
            return false;
        }

        /** Returns why an option cannot have this value; empty if it can, or if it has no limits. */
        public static Optional<String> refusal(ArgSpec option, String value) {
            WholeNumber limits = option.userObject() instanceof AnnotatedElement field
                    ? field.getAnnotation(WholeNumber.class)
                    : null;
            return limits == null || isWithin(value, limits)
                    ? Optional.empty()
                    : Optional.of(
                            "'" + value + "' is not a whole number from " + limits.least() + " to " + limits.most());
        }

        private static boolean isWithin(String value, WholeNumber limits) {
            try {
                int number = Integer.parseInt(value);
                return number >= limits.least() && number <= limits.most();
            } catch (NumberFormatException e) {
                return false;
            }
        }
    }

    /** Parses a whole number far enough below the largest {@code long} to be counted up from. */
    final class Any implements ITypeConverter<Long> {

        @Override
        public Long convert(String value) {
            if (value.matches("-?[0-9]{1,18}")) {
                return Long.parseLong(value);
            }
            throw new TypeConversionException("'" + value + "' is not a whole number of at most 18 digits");
        }
    }
}
