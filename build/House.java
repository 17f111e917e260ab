import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts lines, public types, types per package, long files and shared names, and compares them with their limits. Run by {@code ./divvy
 * house}.
 */
public final class House {

    private static final int TYPES_PER_PACKAGE = 20;

    /**
     * Raised from 9,000 for the commands for operators, the configuration file and the completion, and from 11,000 for {@code up}: its
     * processes, their buttons and the audit have no other user; from 15,000 for the options of the distributor that limit denials and moves.
     */
    private static final int LINES_OF_CLI = 15_200;

    /** Raised from 150 for the Spring Boot starter, whose beans and annotations applications name. */
    private static final int PUBLIC_TYPES = 175;
    private static final int SHARED_NAMES = 15;
    private static final int LONGEST_FILES = 10;

    /** Programs and test support: users do not compile against them. */
    private static final Set<String> NOT_PUBLISHED = Set.of("cli", "bench", "testservers");

    /** Never shipped: users do not see their names. */
    private static final Set<String> NEVER_SHIPPED = Set.of("bench", "testservers");

    private static final Pattern EXPORT = Pattern.compile("(?m)^\\s*exports\\s+([\\w.]+)\\s*;");

    private final List<Source> sources;
    private final Map<String, Path> descriptors;
    private final List<String> violations = new ArrayList<>();

    private House(List<Source> sources, Map<String, Path> descriptors) {
        this.sources = sources;
        this.descriptors = descriptors;
    }

    /** A Java file with one top-level type. */
    private record Source(String module, boolean main, String packageName, String type, boolean isPublic, int lines) {

        static Source of(Path root, Path file) {
            Path inside = root.relativize(file);
            String text = read(file);
            String type = file.getFileName().toString().replace(".java", "");
            Path folder = inside.subpath(4, inside.getNameCount()).getParent();
            return new Source(
                    inside.getName(0).toString(),
                    inside.getName(2).toString().equals("main"),
                    folder == null ? "" : folder.toString().replace('/', '.'),
                    type,
                    Pattern.compile("(?m)^public .*\\b(class|interface|record|enum|@interface) " + type + "\\b")
                            .matcher(text)
                            .find(),
                    (int) text.lines().count());
        }

        boolean isInfo() {
            return type.endsWith("-info");
        }
    }

    public static void main(String[] arguments) {
        boolean check = Arrays.asList(arguments).contains("--check");
        House house = at(Path.of(arguments[0]));
        String report = house.report();
        if (!check || !house.violations.isEmpty()) {
            System.out.print(report);
        }
        house.violations.forEach(violation -> System.out.println("above the limit: " + violation));
        if (check && !house.violations.isEmpty()) {
            System.exit(1);
        }
    }

    private static House at(Path root) {
        List<Source> sources = new ArrayList<>();
        Map<String, Path> descriptors = new TreeMap<>();
        for (String module : modules(root)) {
            for (String part : List.of("main", "test")) {
                Path folder = root.resolve(module).resolve("src").resolve(part).resolve("java");
                for (Path file : javaFiles(folder)) {
                    sources.add(Source.of(root, file));
                    if (file.endsWith("module-info.java")) {
                        descriptors.put(module, file);
                    }
                }
            }
        }
        return new House(sources, descriptors);
    }

    private static List<String> modules(Path root) {
        Matcher module = Pattern.compile("<module>(.*?)</module>").matcher(read(root.resolve("pom.xml")));
        return module.results().map(found -> found.group(1)).toList();
    }

    private static List<Path> javaFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String report() {
        return modulesTable() + packages() + longestFiles() + sharedNames();
    }

    private String modulesTable() {
        StringBuilder text = new StringBuilder(
                String.format("%-14s %7s %7s %7s %9s %8s%n", "module", "main", "test", "types", "packages", "public"));
        int[] sum = new int[5];
        for (String module : modulesWithSources()) {
            int main = lines(module, true);
            int test = lines(module, false);
            int types = (int) types(module).count();
            int packages = (int) types(module).map(Source::packageName).distinct().count();
            int reachable = NOT_PUBLISHED.contains(module) ? 0 : reachable(module);
            String shown = NOT_PUBLISHED.contains(module) ? "-" : Integer.toString(reachable);
            text.append(String.format("%-14s %7d %7d %7d %9d %8s%n", module, main, test, types, packages, shown));
            int[] row = {main, test, types, packages, reachable};
            Arrays.setAll(sum, column -> sum[column] + row[column]);
            if (module.equals("cli") && main > LINES_OF_CLI) {
                violations.add("cli has " + main + " lines, at most " + LINES_OF_CLI);
            }
        }
        text.append(String.format("%-14s %7d %7d %7d %9d %8d%n", "all", sum[0], sum[1], sum[2], sum[3], sum[4]));
        if (sum[4] > PUBLIC_TYPES) {
            violations.add(sum[4] + " public types can be reached, at most " + PUBLIC_TYPES);
        }
        return text.toString();
    }

    private Set<String> modulesWithSources() {
        return sources.stream().map(Source::module).collect(Collectors.toCollection(TreeSet::new));
    }

    private int lines(String module, boolean main) {
        return sources.stream()
                .filter(source -> source.module().equals(module) && source.main() == main)
                .mapToInt(Source::lines)
                .sum();
    }

    private Stream<Source> types(String module) {
        return sources.stream()
                .filter(source -> source.main() && !source.isInfo() && source.module().equals(module));
    }

    /** Counts the public types in exported packages; without a module descriptor every package is exported. */
    private int reachable(String module) {
        Path descriptor = descriptors.get(module);
        Set<String> exported = descriptor == null
                ? types(module).map(Source::packageName).collect(Collectors.toSet())
                : EXPORT.matcher(read(descriptor)).results().map(found -> found.group(1)).collect(Collectors.toSet());
        return (int) types(module)
                .filter(source -> source.isPublic() && exported.contains(source.packageName()))
                .count();
    }

    private String packages() {
        Map<String, Long> sizes = sources.stream()
                .filter(source -> source.main() && !source.isInfo())
                .collect(Collectors.groupingBy(Source::packageName, TreeMap::new, Collectors.counting()));
        StringBuilder text = new StringBuilder(String.format("%npackages above %d types%n", TYPES_PER_PACKAGE));
        sizes.entrySet().stream()
                .filter(size -> size.getValue() > TYPES_PER_PACKAGE)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(size -> {
                    text.append(String.format("%5d %s%n", size.getValue(), size.getKey()));
                    violations.add(size.getKey() + " has " + size.getValue() + " types, at most " + TYPES_PER_PACKAGE);
                });
        return text.toString();
    }

    private String longestFiles() {
        StringBuilder text = new StringBuilder(String.format("%nlongest files%n"));
        sources.stream()
                .sorted(Comparator.comparingInt(Source::lines).reversed())
                .limit(LONGEST_FILES)
                .forEach(source -> text.append(String.format(
                        "%5d %s %s.%s%n",
                        source.lines(), source.module(), source.packageName(), source.type())));
        return text.toString();
    }

    private String sharedNames() {
        Map<String, List<String>> users = sources.stream()
                .filter(source -> source.main() && !source.isInfo() && !NEVER_SHIPPED.contains(source.module()))
                .collect(Collectors.groupingBy(
                        Source::type, TreeMap::new, Collectors.mapping(Source::packageName, Collectors.toList())));
        users.values().removeIf(packages -> packages.size() == 1);
        StringBuilder text = new StringBuilder(String.format("%nnames of more than one type: %d%n", users.size()));
        users.forEach((name, packages) -> text.append(
                String.format("%5d %-20s %s%n", packages.size(), name, String.join(" ", packages))
                        .replace("dev.divvy.", "")));
        if (users.size() > SHARED_NAMES) {
            violations.add(users.size() + " names are shared, at most " + SHARED_NAMES);
        }
        return text.toString();
    }
}
