package dev.divvy.cli.resp;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes commands and answers as bytes; whoever uses it flushes. */
final class RespWriter {

    private static final byte[] END = {'\r', '\n'};

    private final OutputStream out;

    RespWriter(OutputStream out) {
        this.out = out;
    }

    void command(List<String> words) throws IOException {
        head('*', words.size());
        for (String word : words) {
            text(word);
        }
    }

    void answer(Answer answer) throws IOException {
        if (answer instanceof Answer.Text text) {
            text(text.text());
        } else if (answer instanceof Answer.Whole whole) {
            head(':', whole.number());
        } else if (answer instanceof Answer.Nothing) {
            head('$', -1);
        } else if (answer instanceof Answer.Refused refused) {
            line('-', refused.why().replaceAll("\\R", " "));
        } else if (answer instanceof Answer.Many many) {
            head('*', many.all().size());
            for (Answer part : many.all()) {
                answer(part);
            }
        }
    }

    private void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        head('$', bytes.length);
        out.write(bytes);
        out.write(END);
    }

    private void head(char kind, long number) throws IOException {
        line(kind, Long.toString(number));
    }

    private void line(char kind, String text) throws IOException {
        out.write(kind);
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.write(END);
    }
}
