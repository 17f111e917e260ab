package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Parameters;

/** The names that a command is given: as arguments, or on the standard input with one name per line. */
final class GivenNames {

    private static final String STDIN = "-";

    @Parameters(arity = "1..*", paramLabel = "<name>", descriptionKey = "names")
    private List<String> arguments = new ArrayList<>();

    /** Returns the names in their order, without duplicates. */
    List<String> read() {
        Set<String> names = new LinkedHashSet<>();
        for (String argument : arguments) {
            if (argument.equals(STDIN)) {
                stdin().lines().filter(line -> !line.isEmpty()).forEach(names::add);
            } else {
                names.add(argument);
            }
        }
        if (names.isEmpty()) {
            throw Failure.wrongUsage("there were no names on the standard input; write one per line");
        }
        return List.copyOf(names);
    }

    private static String stdin() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(System.in.readAllBytes()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Failure.wrongUsage("the standard input is not text in UTF-8");
        } catch (IOException e) {
            throw Failure.failed("cannot read the standard input: " + e.getMessage());
        }
    }
}
