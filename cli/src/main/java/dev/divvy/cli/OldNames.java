package dev.divvy.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Former spellings of commands, which still work. */
final class OldNames {

    private static final String DISTRIBUTOR = "distributor";
    private static final Set<String> PARTS_OF_DISTRIBUTOR = Set.of("units", "services", "table");
    private static final Set<String> HELP = Set.of("-h", "--help", "-V", "--version");

    private OldNames() {}

    /**
     * Returns the arguments in today's spelling: {@code units list} is {@code distributor units list}, and {@code distributor} followed by
     * a flag, as the Distributor by scientificideas is started, is {@code distributor run}.
     */
    static String[] expand(String... args) {
        if (args.length == 0) {
            return args;
        }
        List<String> words = new ArrayList<>(List.of(args));
        if (PARTS_OF_DISTRIBUTOR.contains(args[0])) {
            words.add(0, DISTRIBUTOR);
        } else if (args[0].equals(DISTRIBUTOR)
                && args.length > 1
                && args[1].startsWith("-")
                && !HELP.contains(args[1])) {
            words.add(1, "run");
        }
        return words.toArray(String[]::new);
    }
}
