package dev.divvy.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documentation: its fenced blocks, and the commands that it mentions. A comment directly before a block says how the block
 * is treated:
 *
 * <pre>
 * &lt;!-- keeps running until: REGEX --&gt;   started in the background; the page goes on when the output matches
 * &lt;!-- ends --&gt;                          what runs in the background is ended before this block
 * &lt;!-- not run: REASON --&gt;               exempt
 * &lt;!-- file: NAME --&gt;                    written to this file of the folder in which the blocks run
 * &lt;!-- imports: a.B, c.D; given: B b --&gt; of a java fragment: its imports, and the variables that it uses
 * </pre>
 *
 * @param commands the {@code divvy} commands in the prose, and those in blocks
 */
record DocsPage(String name, List<DocsBlock> blocks, List<String> commands) {

    static final String KEEPS_RUNNING = "keeps running until";
    static final String ENDS = "ends";
    static final String NOT_RUN = "not run";
    static final String FILE = "file";
    static final String IMPORTS = "imports";
    static final String GIVEN = "given";

    /** The history names commands of its time. */
    private static final Pattern PAGE = Pattern.compile("(?!CHANGELOG)(docs/)?[^/]+\\.md");

    private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,}|~{3,}) *([^`]*)");
    private static final Pattern DIRECTIVE = Pattern.compile("(" + ENDS + ")|(" + KEEPS_RUNNING + "|" + NOT_RUN + "|"
            + FILE + "|" + IMPORTS + "|" + GIVEN + "): *(.+?)(?:; (?=" + GIVEN + ":)|$)");
    private static final Pattern SPAN = Pattern.compile("`((?:\\./)?divvy [^`]+)`");
    private static final Pattern LINE = Pattern.compile("(?m)^(?:\\$ )?(\\./divvy .*)$");

    DocsPage {
        blocks = List.copyOf(blocks);
        commands = List.copyOf(commands);
    }

    /** Returns the pages of the root and of docs, without the decisions. */
    static List<DocsPage> all() {
        return Repository.files(".md").stream()
                .filter(file -> PAGE.matcher(Repository.name(file)).matches())
                .map(DocsPage::read)
                .toList();
    }

    static DocsPage read(Path file) {
        return of(Repository.name(file), Repository.lines(file));
    }

    static DocsPage of(String name, List<String> lines) {
        Reader reader = new Reader(name);
        lines.forEach(reader::read);
        return reader.page();
    }

    @Override
    public String toString() {
        return name;
    }

    /** Reads a page line by line. */
    private static final class Reader {
        private final String name;
        private final List<DocsBlock> blocks = new ArrayList<>();
        private final StringBuilder prose = new StringBuilder();
        private final StringBuilder text = new StringBuilder();
        private final Map<String, String> directives = new HashMap<>();

        /** The fence that ends the block; empty outside of blocks. */
        private String fence = "";

        private String language = "";
        private int first;
        private int line;

        /** The comment up to here; empty outside of comments. */
        private Optional<String> comment = Optional.empty();

        Reader(String name) {
            this.name = name;
        }

        void read(String next) {
            line++;
            Matcher found = FENCE.matcher(next);
            if (!fence.isEmpty()) {
                if (next.strip().equals(fence)) {
                    endBlock();
                } else {
                    text.append(next).append('\n');
                }
            } else if (comment.isPresent() || next.startsWith("<!--")) {
                readComment(next);
            } else if (found.matches()) {
                fence = found.group(1);
                language = found.group(2).strip();
                first = line;
            } else {
                readProse(next);
            }
        }

        private void endBlock() {
            blocks.add(new DocsBlock(name + ":" + first, language, text.toString(), directives));
            directives.clear();
            text.setLength(0);
            fence = "";
        }

        private void readComment(String next) {
            String whole = comment.map(begun -> begun + " ").orElse("") + next.strip();
            comment = whole.endsWith("-->") ? Optional.empty() : Optional.of(whole);
            if (comment.isEmpty()) {
                String content = whole.substring(4, whole.length() - 3).strip();
                Matcher directive = DIRECTIVE.matcher(content);
                int end = 0;
                while (directive.find() && directive.start() == end) {
                    boolean ends = directive.group(1) != null;
                    directives.put(directive.group(ends ? 1 : 2), ends ? "" : directive.group(3));
                    end = directive.end();
                }
            }
        }

        private void readProse(String next) {
            if (!next.isBlank()) {
                directives.clear();
            }
            prose.append(next.isBlank() ? "\n" : next.replace("\\|", "|") + " ");
        }

        DocsPage page() {
            if (!fence.isEmpty() || comment.isPresent()) {
                throw new AssertionError(
                        name + ": the block or comment that begins near line " + first + " does not end");
            }
            Stream<String> mentioned = SPAN.matcher(prose).results().map((MatchResult span) -> span.group(1));
            Stream<String> listed = blocks.stream()
                    .flatMap(block -> LINE.matcher(block.text().replace("\\\n", " "))
                            .results()
                            .map((MatchResult found) -> found.group(1)));
            return new DocsPage(
                    name, blocks, Stream.concat(mentioned, listed).distinct().toList());
        }
    }
}
