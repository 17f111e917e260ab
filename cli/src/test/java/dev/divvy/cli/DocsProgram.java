package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.process.JavaProcess;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Compiles the Java of a page, against all that the tests see. */
final class DocsProgram {

    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final Pattern NAME = Pattern.compile("(?m)^public (?:final )?class (\\w+)");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;$");

    private DocsProgram() {}

    /** Compiles a program of one file into a folder; returns the command that runs it. */
    static List<String> compiled(DocsBlock block, String source, Path classes) throws IOException {
        Matcher name = NAME.matcher(source);
        assertThat(name.find())
                .as("%s: a program has a public class; what cannot run is a java fragment", block.place())
                .isTrue();
        compile(block, name.group(1), source, classes);
        return JavaProcess.of(name.group(1), List.of())
                .withClassPath(classes + File.pathSeparator + CLASS_PATH)
                .command();
    }

    /** Compiles a fragment inside of a method whose parameters are the variables that it uses. */
    static void compileFragment(DocsBlock block, String source, Path classes) throws IOException {
        Stream<String> named = block.directive(DocsPage.IMPORTS).stream()
                .flatMap(names -> Stream.of(names.split(", *", -1)))
                .map(name -> "import " + name + ";");
        Stream<String> written = IMPORT.matcher(source).results().map(MatchResult::group);
        String imports = Stream.concat(named, written).collect(Collectors.joining("\n"));
        Optional<String> given = block.directive(DocsPage.GIVEN);
        compile(
                block,
                "Fragment",
                imports + "\nclass Fragment {\nvoid run(" + given.orElse("") + ") throws Exception {\n"
                        + IMPORT.matcher(source).replaceAll("") + "}\n}\n",
                classes);
    }

    private static void compile(DocsBlock block, String name, String source, Path classes) throws IOException {
        Path file = Files.writeString(classes.resolve(name + ".java"), source);
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, complaints, "-proc:none", "-cp", CLASS_PATH, file.toString());
        assertThat(failed).as("%s:%n%s%n%s", block.place(), complaints, source).isZero();
    }
}
