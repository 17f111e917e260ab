package dev.divvy.testservers.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Starts a main class in a separate JVM, by default with the class path of this one.
 *
 * @param prefix a command that runs the JVM, for example in another network namespace
 * @param options the options of the JVM
 */
public record JavaProcess(
        List<String> prefix,
        List<String> options,
        String classPath,
        String main,
        List<String> arguments,
        Map<String, String> environment) {

    public JavaProcess {
        prefix = List.copyOf(prefix);
        options = List.copyOf(options);
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** A short-lived JVM: starts fastest with the first compiler only, and if it does not verify what javac has written. */
    public static JavaProcess of(Class<?> main, List<String> arguments) {
        return of(main.getName(), arguments);
    }

    /** A short-lived JVM whose main class is not on the class path of this one. */
    public static JavaProcess of(String main, List<String> arguments) {
        return atFullSpeed(main, arguments)
                .withOptions(
                        "-XX:TieredStopAtLevel=1", "-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote");
    }

    /** A JVM that is measured: with the second compiler. */
    public static JavaProcess atFullSpeed(Class<?> main, List<String> arguments) {
        return atFullSpeed(main.getName(), arguments);
    }

    private static JavaProcess atFullSpeed(String main, List<String> arguments) {
        return withDefaultOptions(main, arguments).withOptions("-XX:+UseSerialGC");
    }

    /** A JVM that chooses all options itself, as that of an application does. */
    public static JavaProcess withDefaultOptions(Class<?> main, List<String> arguments) {
        return withDefaultOptions(main.getName(), arguments);
    }

    private static JavaProcess withDefaultOptions(String main, List<String> arguments) {
        String classPath = System.getProperty("java.class.path");
        return new JavaProcess(List.of(), List.of(), classPath, main, arguments, Map.of());
    }

    public JavaProcess withClassPath(String other) {
        return new JavaProcess(prefix, options, other, main, arguments, environment);
    }

    public JavaProcess withHeap(int megabytes) {
        return withOptions("-Xmx" + megabytes + "m");
    }

    public JavaProcess withOptions(String... more) {
        return new JavaProcess(
                prefix,
                Stream.concat(options.stream(), Stream.of(more)).toList(),
                classPath,
                main,
                arguments,
                environment);
    }

    public JavaProcess withPrefix(List<String> command) {
        return new JavaProcess(command, options, classPath, main, arguments, environment);
    }

    public JavaProcess withEnvironment(Map<String, String> variables) {
        return new JavaProcess(prefix, options, classPath, main, arguments, variables);
    }

    /** Returns the whole command line. */
    public List<String> command() {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return command;
    }

    public TestProcess start(String name) {
        return TestProcess.start(name, command(), environment);
    }
}
