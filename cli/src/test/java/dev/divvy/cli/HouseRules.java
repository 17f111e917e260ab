package dev.divvy.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of the house about single files, each as a function from the file to what is wrong with it. */
final class HouseRules {

    static final int MOST_LINES = 400;

    // Written apart, so that this file keeps its own rule.
    private static final Pattern LEFTOVER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
    private static final Pattern VAGUE = Pattern.compile(".*(Impl|Manager|Utils?|Helper)");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(\\s*<?([^)\\s>]+)>?[^)]*\\)");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*|//.*|#.*");

    private HouseRules() {}

    static boolean isLong(List<String> lines) {
        return lines.size() > MOST_LINES;
    }

    /** The numbers of the lines that were left for later, from 1. */
    static List<Integer> leftovers(List<String> lines) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (LEFTOVER.matcher(lines.get(i)).find()) {
                found.add(i + 1);
            }
        }
        return found;
    }

    /** A name that says what a thing is made of instead of what it is for. */
    static boolean isVague(String fileName) {
        return VAGUE.matcher(fileName.replaceFirst("\\.[^.]*$", "")).matches();
    }

    /** Relative links of a page that lead to no file; code is not looked into. */
    static List<String> deadLinks(Path page, List<String> lines) {
        List<String> dead = new ArrayList<>();
        boolean inCode = false;
        for (String line : lines) {
            if (line.strip().startsWith("```")) {
                inCode = !inCode;
            }
            Matcher link = LINK.matcher(CODE.matcher(line).replaceAll(""));
            while (!inCode && link.find()) {
                String target = link.group(1);
                if (!ELSEWHERE.matcher(target).matches() && !Files.exists(page.resolveSibling(file(target)))) {
                    dead.add(target);
                }
            }
        }
        return dead;
    }

    private static String file(String target) {
        return target.replaceFirst("[#?].*$", "").replace("%20", " ");
    }
}
