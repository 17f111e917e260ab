package dev.divvy.cli.terminal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Objects;

/** The reason why a file could not be read or written, in plain words. */
public final class FileErrorText {

    private FileErrorText() {}

    public static String of(IOException error) {
        if (error instanceof NoSuchFileException) {
            return "no such file";
        }
        if (error instanceof AccessDeniedException) {
            return "no permission";
        }
        String detail = error instanceof FileSystemException system ? system.getReason() : error.getMessage();
        String reason = Objects.requireNonNullElse(detail, "unknown reason");
        return reason.toLowerCase(Locale.ROOT).equals("is a directory") ? "it is a directory" : reason;
    }
}
