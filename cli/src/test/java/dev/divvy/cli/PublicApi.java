package dev.divvy.cli;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The public surface of the published modules: every type in a package that is exported to all, with its public and protected members. */
final class PublicApi {

    private static final Pattern PACKAGE = Pattern.compile("\\b(?:[a-z][a-z0-9]*\\.)+(?=[A-Z])");
    private static final Set<String> OF_EVERY_TYPE = Set.of("equals", "hashCode", "toString");
    private static final Set<String> OF_EVERY_ENUM = Set.of("values", "valueOf");

    private PublicApi() {}

    /** Returns the lines of the modules below this folder that have a module descriptor, sorted; one block per type. */
    static List<String> of(Path root) throws IOException, ClassNotFoundException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> folders = Files.list(root)) {
            for (Path classes : folders.map(folder -> folder.resolve("target/classes"))
                    .sorted()
                    .toList()) {
                if (Files.exists(classes.resolve("module-info.class"))) {
                    addModule(lines, classes);
                }
            }
        }
        return lines;
    }

    private static void addModule(List<String> lines, Path classes) throws IOException, ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        ModuleDescriptor module;
        try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
            module = ModuleDescriptor.read(in);
        }
        for (ModuleDescriptor.Exports exported : module.exports()) {
            if (!exported.isQualified()) {
                addPackage(types, classes, exported.source());
            }
        }
        long reachable =
                types.stream().filter(type -> type.getDeclaringClass() == null).count();
        lines.add("# " + module.name() + ": " + reachable + " types");
        types.stream().sorted(Comparator.comparing(Class::getName)).forEach(type -> addType(lines, type));
        lines.add("");
    }

    private static void addPackage(List<Class<?>> types, Path classes, String name)
            throws IOException, ClassNotFoundException {
        try (Stream<Path> files = Files.list(classes.resolve(name.replace('.', '/')))) {
            for (Path file : files.sorted().toList()) {
                String simple = file.getFileName().toString();
                if (simple.endsWith(".class") && !simple.equals("package-info.class")) {
                    Class<?> type = Class.forName(
                            name + "." + simple.substring(0, simple.length() - ".class".length()),
                            false,
                            PublicApi.class.getClassLoader());
                    if (isReachable(type)) {
                        types.add(type);
                    }
                }
            }
        }
    }

    private static boolean isReachable(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getDeclaringClass()) {
            if (!isOpen(at.getModifiers()) || at.isAnonymousClass() || at.isLocalClass()) {
                return false;
            }
        }
        return true;
    }

    private static void addType(List<String> lines, Class<?> type) {
        lines.add(shortened(type.toGenericString()) + " in " + type.getPackageName());
        Set<String> members = new TreeSet<>();
        Stream.<Member[]>of(type.getDeclaredConstructors(), type.getDeclaredMethods(), type.getDeclaredFields())
                .flatMap(Arrays::stream)
                .filter(member -> isOpen(member.getModifiers()) && !member.isSynthetic())
                .filter(member -> !isUsual(type, member))
                .forEach(member -> members.add("  " + shortened(text(member))));
        lines.addAll(members);
    }

    /** Methods that every type or every enum has. */
    private static boolean isUsual(Class<?> type, Member member) {
        return member instanceof Method
                && (OF_EVERY_TYPE.contains(member.getName())
                        || (type.isEnum() && OF_EVERY_ENUM.contains(member.getName())));
    }

    private static String text(Member member) {
        if (member instanceof Method method) {
            return method.toGenericString();
        }
        return member instanceof Constructor<?> constructor
                ? constructor.toGenericString()
                : ((Field) member).toGenericString();
    }

    /** Leaves the packages out. */
    private static String shortened(String text) {
        return PACKAGE.matcher(text).replaceAll("").replace(",", ", ").replace(",  ", ", ");
    }

    private static boolean isOpen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }
}
