package dev.divvy.cli.shell;

import dev.divvy.cli.terminal.Failure;
import java.util.ArrayList;
import java.util.List;

/** Text in which single or double quotes keep together what spaces and signs would part. */
final class Quoted {

    private static final char NONE = 0;

    private Quoted() {}

    /** Parts at this sign; quotes stay where they are. */
    static List<String> split(String text, char sign) {
        List<String> parts = new ArrayList<>();
        int begin = 0;
        char quote = NONE;
        for (int i = 0; i < text.length(); i++) {
            char here = text.charAt(i);
            if (quote == NONE && here == sign) {
                parts.add(text.substring(begin, i));
                begin = i + 1;
            }
            quote = after(here, quote);
        }
        closed(quote, text);
        parts.add(text.substring(begin));
        return parts;
    }

    /** The text up to a # that begins a word. */
    static String withoutRemark(String text) {
        char quote = NONE;
        for (int i = 0; i < text.length(); i++) {
            char here = text.charAt(i);
            boolean begins = i == 0 || Character.isWhitespace(text.charAt(i - 1)) || text.charAt(i - 1) == ';';
            if (quote == NONE && here == '#' && begins) {
                return text.substring(0, i);
            }
            quote = after(here, quote);
        }
        return text;
    }

    /** The words, without their quotes; {@code ''} is an empty one. */
    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = NONE;
        for (int i = 0; i < text.length(); i++) {
            char here = text.charAt(i);
            char next = after(here, quote);
            if (next != quote) {
                inWord = true;
            } else if (quote == NONE && Character.isWhitespace(here)) {
                if (inWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                inWord = false;
            } else {
                word.append(here);
                inWord = true;
            }
            quote = next;
        }
        closed(quote, text);
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    /** The quote that is open after this sign, if this one was open before it. */
    private static char after(char sign, char open) {
        boolean isQuote = sign == '"' || sign == '\'';
        return open == NONE && isQuote ? sign : open == sign ? NONE : open;
    }

    private static void closed(char quote, String text) {
        if (quote != NONE) {
            throw Failure.failed("a quote is not closed in '" + text.strip() + "'; close it with " + quote);
        }
    }
}
