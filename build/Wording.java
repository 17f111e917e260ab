import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds phrases that a technical writer would reword: sentences without a named subject, definitions that begin with "What", and words
 * that have no meaning outside of this repository. Searches the comments of main code, the help texts, README and docs. Run by
 * {@code ./divvy wording}.
 */
public final class Wording {

    private static final int MOST = 20;

    private static final Pattern COMMENT = Pattern.compile(
            "\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\])+'|(?<comment>//[^\\n]*|/\\*.*?\\*/)", Pattern.DOTALL);

    private enum Phrase {
        SUBJECT("\\b(?:who|whom|whoever|somebody|nobody)\\b"),
        WHAT("(?:/\\*\\*\\s*(?:\\*\\s*)?|@(?:param \\S+|return) )(?:What|what|Whom?|Whose)\\b"),
        PER("\\b(?:bytes|ranges|points|statements|objects?|requests?|fields?|rows?|tokens|pieces|lines?|events|times?|threads?"
                + "|connections?|references?|entries|calls?|members|one|texts?) an? (?:entry|member|node|service|change|pulse"
                + "|piece|token|line|namespace|statement|transaction|place|epoch|process|unit|allocator|group|key|round|batch)\\b"),
        STILL("\\b(?:stand|stands|stood|standing) still\\b"),
        HAD("\\b(?:to|can|could|cannot) be had\\b|\\bnot be had\\b"),
        COMMAS("\\bparted by\\b|\\bcommas between\\b"),
        HOUSE("\\bthe original\\b|\\bseed(?:'s)? (?:document|00\\d)|(?<!no |made |make |makes |leaves )\\brooms?\\b(?! for| even| left)|\\btabulator\\b|\\bdesk\\b|\\bclerk\\b");

        private final Pattern pattern;

        Phrase(String regex) {
            this.pattern = Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
        }
    }

    private Wording() {}

    public static void main(String[] arguments) {
        Path root = Path.of(arguments[0]);
        boolean check = Arrays.asList(arguments).contains("--check");
        List<String> findings = new ArrayList<>();
        TreeMap<String, Integer> places = new TreeMap<>();
        for (Path file : files(root)) {
            List<String> found = find(root, file);
            findings.addAll(found);
            if (!found.isEmpty()) {
                places.merge(root.relativize(file).getName(0).toString(), found.size(), Integer::sum);
            }
        }
        boolean many = findings.size() > MOST;
        if (!check || many) {
            findings.forEach(System.out::println);
            System.out.println("phrases to reword: " + findings.size() + " " + places);
        }
        if (check && many) {
            System.out.println("above the limit: " + findings.size() + " phrases to reword, at most " + MOST);
            System.exit(1);
        }
    }

    private static List<Path> files(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(file -> isRead(root.relativize(file).toString())).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isRead(String file) {
        return file.matches("[a-z-]+/src/main/.*\\.(java|properties|sql|lua)")
                || file.matches("(docs/.*|[A-Z]+)\\.md")
                || file.equals("divvy");
    }

    private static List<String> find(Path root, Path file) {
        String text = read(file);
        List<String> found = new ArrayList<>();
        if (file.toString().endsWith(".java")) {
            Matcher comment = COMMENT.matcher(text);
            while (comment.find()) {
                if (comment.group("comment") != null) {
                    find(root.relativize(file), text, comment.start(), comment.end(), found);
                }
            }
        } else {
            find(root.relativize(file), text, 0, text.length(), found);
        }
        return found;
    }

    private static void find(Path file, String text, int start, int end, List<String> found) {
        int from = start;
        for (String line : text.substring(start, end).split("\n", -1)) {
            for (Phrase phrase : Phrase.values()) {
                if (phrase.pattern.matcher(line).find()) {
                    int number = (int) text.substring(0, from).chars().filter(c -> c == '\n').count() + 1;
                    found.add(file + ":" + number + ": " + phrase + ": " + line.strip());
                }
            }
            from += line.length() + 1;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
