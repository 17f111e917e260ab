package dev.divvy.console.http;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The files of the dashboard's page, out of the jar. */
final class PageFiles {

    private static final String FOLDER = "/dev/divvy/console/page/";

    /** Lists the files, since a jar cannot be asked for the content of a folder. */
    private static final String LIST = "files.txt";

    private static final String INDEX = "index.html";

    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:"
                    + " data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "txt", "text/plain; charset=utf-8",
            "svg", "image/svg+xml");

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record PageFile(String type, byte[] content, String tag) {}

    private final Map<String, PageFile> files = new TreeMap<>();

    PageFiles() {
        for (String name : List.of(new String(read(LIST), StandardCharsets.UTF_8).split("\\s+"))) {
            byte[] content = read(name);
            String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
            files.put("/" + name, new PageFile(type, content, tag(content)));
        }
        files.put("/", Optional.ofNullable(files.get("/" + INDEX)).orElseThrow());
    }

    private static byte[] read(String name) {
        try (InputStream file = PageFiles.class.getResourceAsStream(FOLDER + name)) {
            if (file == null) {
                throw new IllegalStateException("the file " + name + " of the page is missing");
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String tag(byte[] content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return "\"" + HexFormat.of().formatHex(hash, 0, 8) + "\"";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the file at this path; a browser that has it already gets a reply without content. */
    Optional<HttpReply> reply(String path, Headers request) {
        return Optional.ofNullable(files.get(path)).map(file -> {
            boolean known = file.tag.equals(request.getFirst("If-None-Match"));
            return new HttpReply(
                    known ? 304 : 200,
                    file.type,
                    known ? new byte[0] : file.content,
                    Map.of(
                            "Cache-Control",
                            "no-cache",
                            "ETag",
                            file.tag,
                            "Content-Security-Policy",
                            CONTENT_SECURITY_POLICY));
        });
    }
}
