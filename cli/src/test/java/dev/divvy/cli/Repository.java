package dev.divvy.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of this repository on the disk, without generated ones. */
final class Repository {

    private static final Set<String> MADE_BY_TOOLS =
            Set.of("target", "node_modules", ".git", ".divvy", ".idea", ".vscode");

    private Repository() {}

    static Path root() {
        String root = System.getProperty("divvy.root", "not set");
        if (!Files.isRegularFile(Path.of(root, "pom.xml"))) {
            throw new IllegalStateException("divvy.root is " + root + "; set it to the folder of the root pom.xml");
        }
        return Path.of(root);
    }

    /** Returns all files whose names have this ending, sorted. */
    static List<Path> files(String... endings) {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(root(), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    // The root itself may have any name.
                    boolean made = !folder.equals(root())
                            && MADE_BY_TOOLS.contains(folder.getFileName().toString());
                    return made ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String name = file.getFileName().toString();
                    if (List.of(endings).stream().anyMatch(name::endsWith)) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot walk through " + root(), e);
        }
        return files.stream().sorted().toList();
    }

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Returns the path relative to the root. */
    static String name(Path file) {
        return root().relativize(file).toString();
    }
}
