package dev.divvy.cache.command;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Random requests, valid and invalid ones, the same for the same seed. */
final class RandomRequests {

    private static final String[] KEYS = {
        "a", "b", "c", "{t}1", "{t}2", "", "k\0\r\n\u00ff", "long".repeat(40), "k5", "k6"
    };
    private static final String[] FLOAT_KEYS = {"float:1", "float:2"};
    private static final String[] NUMBERS = {
        "0",
        "1",
        "-1",
        "2",
        "5",
        "-7",
        "10",
        "100",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808"
    };
    private static final String[] NO_NUMBERS = {"", "+1", " 1", "1 ", "01", "-0", "abc", "1.5", "0x10", "-", "--1", "\0"
    };
    private static final String[] FLOATS = {
        "0.1", "0.2", "1.5", "-2.25", "3", ".5", "5.", "+1.25", "1e1", "25e-2", "-0", "0.00000000000000001"
    };
    private static final String[] NO_FLOATS = {
        "", "abc", "nan", " 1", "1 ", "1e", "1e+", "1.2.3", "1e5000", "-1e-9999", "."
    };
    private static final String[] VALUES = {"", "x", "hello", "\0\r\n\u00fe", "y".repeat(1500), "12ab"};
    private static final String[] GLOBS = {
        "*",
        "a*",
        "?",
        "[a-c]",
        "[^a]",
        "k[56]",
        "*1",
        "{t}?",
        "\\a",
        "*\\*",
        "[",
        "[a",
        "[a-",
        "**",
        "f*:*[12]",
        "k??*",
        "[]a]",
        "[^]",
        "l*g*g*",
        "\\",
        "[\\]a]"
    };
    private static final String[] SET_WORDS = {
        "NX", "XX", "GET", "KEEPTTL", "EX", "PX", "EXAT", "PXAT", "PERSIST", "FOO"
    };
    private static final String[] EXPIRE_WORDS = {"NX", "XX", "GT", "LT", "FOO"};

    /** The distance between two times, so great that the moment of a request does not matter. */
    private static final int DISTANCE = 1000;

    private final Random random;
    private final long startSecond;
    private int times;

    RandomRequests(long seed, long startSecond) {
        this.random = new Random(seed);
        this.startSecond = startSecond;
    }

    /** Returns the words of the next request, to be encoded in Latin 1. */
    List<String> next() {
        List<String> words = new ArrayList<>(request());
        if (chance(3)) {
            words.add(value());
        } else if (chance(3) && words.size() > 1) {
            words.remove(words.size() - 1);
        }
        words.set(0, anyCase(words.get(0)));
        return words;
    }

    static byte[] frame(List<String> words) {
        return CommandHarness.frame(words.stream()
                .map(word -> word.getBytes(StandardCharsets.ISO_8859_1))
                .toArray(byte[][]::new));
    }

    private List<String> request() {
        return switch (random.nextInt(34)) {
            case 0, 1 -> List.of("GET", key());
            case 2, 3, 4 -> set();
            case 5 -> List.of(pick("SETEX", "PSETEX"), key(), relative(), value());
            case 6 -> List.of(pick("SETNX", "GETSET", "APPEND"), key(), value());
            case 7 -> getEx();
            case 8 -> List.of(pick("GETRANGE", "SUBSTR"), key(), number(), number());
            case 9 -> List.of("SETRANGE", key(), chance(90) ? pick("0", "1", "5", "20") : number(), value());
            case 10 -> List.of(pick("STRLEN", "GETDEL", "TYPE", "PERSIST"), key());
            case 11, 12 -> List.of(pick("INCR", "DECR"), key());
            case 13, 14 -> List.of(pick("INCRBY", "DECRBY"), key(), number());
            case 15 -> List.of("INCRBYFLOAT", pick(FLOAT_KEYS), chance(85) ? pick(FLOATS) : pick(NO_FLOATS));
            case 16 -> List.of("SET", pick(FLOAT_KEYS), chance(85) ? pick(FLOATS) : pick(NO_FLOATS));
            case 17, 18, 19 -> expire();
            case 20, 21 -> List.of(pick("TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME"), key());
            case 22, 23 -> many("MGET", "EXISTS", "TOUCH");
            case 24 -> many("DEL", "UNLINK");
            case 25 -> List.of("MSET", key(), value(), key(), value());
            case 26 -> List.of("KEYS", pick(GLOBS));
            case 27 -> List.of(pick("PING", "ECHO"), value());
            case 28 ->
                pickOne(List.of("CLIENT", "GETNAME"), List.of("CLIENT", "SETNAME", pick("x", "a b", "", "n\u00e9")));
            case 29 ->
                pickOne(List.of("CLIENT", value()), List.of("CONFIG", value()), List.of("COMMAND", "x" + value(), "y"));
            case 30 ->
                pickOne(
                        List.of("SELECT", pick("x", "", "01", "9223372036854775807")),
                        List.of("HELLO", pick("1", "4", "x"), value()));
            case 31 -> List.of("COMMAND", "GETKEYS", pick("GET", "MSET", "DEL", "PING", "foo", "SET"), key(), value());
            case 32 -> List.of("SCAN", pick("0", "x", "", "-"), pick("COUNT", "FOO"), pick("0", "x", "-1"));
            default -> List.of(pick("FOO", "GETT", "", "g\0t", "x".repeat(200)), value(), value(), value());
        };
    }

    private List<String> set() {
        List<String> words = new ArrayList<>(List.of("SET", key(), value()));
        while (chance(40)) {
            addWord(words, SET_WORDS);
        }
        return words;
    }

    private List<String> getEx() {
        List<String> words = new ArrayList<>(List.of("GETEX", key()));
        while (chance(45)) {
            addWord(words, SET_WORDS);
        }
        return words;
    }

    private void addWord(List<String> words, String... choice) {
        String word = pick(choice);
        words.add(anyCase(word));
        switch (word) {
            case "EX", "PX" -> words.add(relative());
            case "EXAT" -> words.add(absolute(false));
            case "PXAT" -> words.add(absolute(true));
            default -> {}
        }
    }

    private List<String> expire() {
        String name = pick("EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT");
        String time = name.endsWith("AT") ? absolute(name.startsWith("P")) : relative();
        List<String> words = new ArrayList<>(List.of(name, key(), time));
        while (chance(40)) {
            words.add(anyCase(pick(EXPIRE_WORDS)));
        }
        return words;
    }

    private List<String> many(String... names) {
        List<String> words = new ArrayList<>(List.of(pick(names)));
        for (int i = random.nextInt(5); i >= 0; i--) {
            words.add(key());
        }
        return words;
    }

    private String key() {
        return pick(KEYS);
    }

    private String value() {
        return switch (random.nextInt(4)) {
            case 0, 1 -> pick(NUMBERS);
            case 2 -> pick(VALUES);
            default -> pick(NO_NUMBERS);
        };
    }

    private String number() {
        return chance(85) ? pick(NUMBERS) : pick(NO_NUMBERS);
    }

    /** Returns a time that is far in the future both as seconds and as milliseconds, and far from any other. */
    private String relative() {
        if (chance(15)) {
            return chance(50) ? pick("-1", "0", "9223372036854775807", "-9223372036854775808") : pick(NO_NUMBERS);
        }
        return Long.toString((1_000_000L + ++times) * DISTANCE);
    }

    private String absolute(boolean millis) {
        if (chance(15)) {
            return chance(50) ? pick("-1", "0", "1", "1000", "9223372036854775807") : pick(NO_NUMBERS);
        }
        long second = startSecond + (1_000_000L + ++times) * DISTANCE + DISTANCE / 2;
        return Long.toString(millis ? second * 1000 : second);
    }

    private String anyCase(String word) {
        return chance(20) ? word.toLowerCase(Locale.ROOT) : word;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private String pick(String... choice) {
        return choice[random.nextInt(choice.length)];
    }

    @SafeVarargs
    private List<String> pickOne(List<String>... choice) {
        return choice[random.nextInt(choice.length)];
    }
}
