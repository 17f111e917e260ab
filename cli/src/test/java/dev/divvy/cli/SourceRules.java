package dev.divvy.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules for single source files, each as a function from a file to its violations. */
final class SourceRules {

    static final int MOST_LINES = 400;

    // Split, so that this file does not violate its own rule.
    private static final Pattern LEFTOVER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
    private static final Pattern VAGUE = Pattern.compile(".*(Impl|Manager|Utils?|Helper)");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(\\s*<?([^)\\s>]+)>?[^)]*\\)");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern EXTERNAL = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*|//.*");

    private SourceRules() {}

    static boolean isLong(List<String> lines) {
        return lines.size() > MOST_LINES;
    }

    /** Returns the numbers of the lines with a leftover marker, from 1. */
    static List<Integer> leftovers(List<String> lines) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (LEFTOVER.matcher(lines.get(i)).find()) {
                found.add(i + 1);
            }
        }
        return found;
    }

    /** Whether a name ends in a word that does not tell the purpose of the type. */
    static boolean isVague(String fileName) {
        return VAGUE.matcher(fileName.replaceFirst("\\.[^.]*$", "")).matches();
    }

    /** Returns the relative links of a page that lead to no file, or to no heading of a page; links in code are ignored. */
    static List<String> brokenLinks(Path page, List<String> lines) {
        List<String> broken = new ArrayList<>();
        boolean inCode = false;
        for (String line : lines) {
            if (line.strip().startsWith("```")) {
                inCode = !inCode;
            }
            Matcher link = LINK.matcher(CODE.matcher(line).replaceAll(""));
            while (!inCode && link.find()) {
                String target = link.group(1);
                if (!EXTERNAL.matcher(target).matches() && !leadsSomewhere(page, lines, target)) {
                    broken.add(target);
                }
            }
        }
        return broken;
    }

    private static boolean leadsSomewhere(Path page, List<String> lines, String target) {
        Path file = file(target).isEmpty() ? page : page.resolveSibling(file(target));
        if (!Files.exists(file) || !target.contains("#") || !file.toString().endsWith(".md")) {
            return Files.exists(file);
        }
        String anchor = target.substring(target.indexOf('#') + 1);
        return (file.equals(page) ? lines : Repository.lines(file))
                .stream()
                        .filter(line -> line.startsWith("#"))
                        .map(SourceRules::anchor)
                        .anyMatch(anchor::equals);
    }

    /** Returns the anchor that GitHub makes of a heading. */
    private static String anchor(String heading) {
        return heading.replaceFirst("^#+ ", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^-_ \\p{L}\\p{N}]", "")
                .replace(' ', '-');
    }

    private static String file(String target) {
        return target.replaceFirst("[#?].*$", "").replace("%20", " ");
    }
}
