package dev.divvy.cli.distributor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cli.terminal.SettingDefaults;
import dev.divvy.distributor.PingSettings;
import dev.divvy.testservers.net.Ports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Every setting of the daemon: as a flag in each spelling, from the environment, and by default. */
class SettingsTest {

    private static final int HTTP_PORT = Ports.free();

    /** A setting: its value when it is given, and its default. */
    private record Setting(String name, String word, Function<DaemonOptions, Object> of, Object given, Object usual) {

        String variable() {
            return variables(name).get(variables(name).size() - 1);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Setting setting(
            String name, String word, Function<DaemonOptions, Object> of, Object given, Object usual) {
        return new Setting(name, word, of, given, usual);
    }

    private static Setting ping(
            String name, String word, Function<PingSettings, Object> of, Object given, Object usual) {
        return setting(name, word, plan -> of.apply(plan.settings().ping()), given, usual);
    }

    static Stream<Setting> settings() {
        Function<DaemonOptions, Object> services =
                plan -> plan.settings().namespaces().services();
        Function<DaemonOptions, Object> metrics =
                plan -> plan.metrics().map(at -> at.address().toString());
        return Stream.of(
                setting("services-namespaces", "b,a", services, List.of("a", "b"), List.of("sys-robots-list")),
                setting(
                        "workunits-namespace",
                        "u",
                        p -> p.settings().namespaces().units(),
                        "u",
                        "sys-channels"),
                setting(
                        "distribution-namespace",
                        "t",
                        plan -> plan.settings().namespaces().distribution(),
                        "t",
                        "sys-matching-table"),
                setting("poll-interval", "500ms", p -> p.settings().pollInterval(), ms(500), ms(1000)),
                ping("ping-timeout", "1.5s", PingSettings::timeout, ms(1500), ms(1000)),
                ping("ka-time", "1m30s", PingSettings::keepAliveTime, ms(90_000), ms(10_000)),
                ping("ka-timeout", "3s", PingSettings::keepAliveTimeout, ms(3000), ms(20_000)),
                ping("ka-permit-without-stream", "TRUE", PingSettings::keepAliveWithoutCalls, true, false),
                ping("ping-method", "/a.B/C", PingSettings::method, Optional.of("/a.B/C"), Optional.empty()),
                ping("ping-watch", "1", PingSettings::watch, true, false),
                setting("prom-port", "9", metrics, Optional.of("/127.0.0.1:9"), Optional.of("/127.0.0.1:9090")),
                setting("prom-port", "0", metrics, Optional.empty(), Optional.of("/127.0.0.1:9090")),
                setting("prom-host", "0.0.0.0", metrics, Optional.of("/0.0.0.0:9090"), Optional.of("/127.0.0.1:9090")),
                setting("strategy", "ring", p -> p.settings().strategy().label(), "ring", "stable"),
                setting("log", "warning", DaemonOptions::logLevel, Optional.of("warn"), Optional.empty()),
                setting("services-namespace", "b,a", services, List.of("a", "b"), List.of("sys-robots-list")),
                setting("one-set", "t", p -> p.settings().oneSet(), true, false),
                setting("ping-failures", "3", p -> p.settings().pingFailures(), 3, 1),
                setting("deny-at-most", "50", p -> p.settings().denyAtMost(), 50, 30),
                setting("return-after", "5", p -> p.settings().returnAfter(), 5, 2),
                setting(
                        "moves-per-minute",
                        "100",
                        p -> p.settings().movesPerMinute(),
                        OptionalInt.of(100),
                        OptionalInt.empty()),
                setting("forget-after", "1h", p -> p.settings().forgetAfter(), hours(1), minutes(10)),
                setting("forget-after", "off", p -> p.settings().forgetAfter(), Optional.empty(), minutes(10)),
                setting(
                        "name",
                        "me",
                        plan -> plan.settings()
                                .instance()
                                .replaceAll(".+-" + ProcessHandle.current().pid(), "host-pid"),
                        "me",
                        "host-pid"),
                setting(
                        "http",
                        Integer.toString(HTTP_PORT),
                        p -> p.http().map(at -> at.address().getPort()),
                        Optional.of(HTTP_PORT),
                        Optional.empty()),
                setting("jdbc", "jdbc:h2:mem:x", p -> p.store().shown(), "jdbc:h2:mem:x", "Redis at 127.0.0.1:6379"),
                setting(
                        "redis-addrs",
                        "h:1,i:2",
                        options -> options.store().shown(),
                        "Redis at h:1,i:2",
                        "Redis at 127.0.0.1:6379"),
                setting(
                        "redis-tls",
                        "true",
                        options -> options.store().shown(),
                        "Redis at 127.0.0.1:6379 with TLS",
                        "Redis at 127.0.0.1:6379"));
    }

    private static Optional<Duration> hours(int hours) {
        return Optional.of(Duration.ofHours(hours));
    }

    private static Optional<Duration> minutes(int minutes) {
        return Optional.of(Duration.ofMinutes(minutes));
    }

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void aSettingIsAFlagWithOneOrTwoDashesAVariableOrTheDefault(Setting setting) {
        String name = setting.name();
        assertThat(setting.of().apply(plan(Map.of()))).isEqualTo(setting.usual());
        for (List<String> flags : List.of(
                List.of("-" + name + "=" + setting.word()),
                List.of("--" + name + "=" + setting.word()),
                List.of("-" + name, setting.word()),
                List.of("--" + name, setting.word()))) {
            assertThat(setting.of().apply(plan(Map.of(), flags.toArray(String[]::new))))
                    .as("%s", flags)
                    .isEqualTo(setting.given());
        }
        assertThat(setting.of().apply(plan(Map.of(setting.variable(), setting.word()))))
                .as("%s", setting.variable())
                .isEqualTo(setting.given());
    }

    @ParameterizedTest
    @MethodSource("settings")
    void withConfigTypeEnvAFlagIsIgnoredAndNamed(Setting setting) {
        String flag = "-" + setting.name() + "=" + setting.word();
        for (String type : List.of("-config-type=env", "--config-type=env")) {
            DistributorRunCommand command = command(Map.of(), flag, type);
            assertThat(command.ignoredFlags())
                    .containsExactly(option(setting.name()).names()[0]);
            assertThat(setting.of().apply(command.options())).isEqualTo(setting.usual());
        }
        assertThat(setting.of().apply(plan(Map.of("CONFIG_TYPE", "env", setting.variable(), setting.word()), flag)))
                .isEqualTo(setting.given());
        assertThat(setting.of().apply(plan(Map.of("CONFIG_TYPE", "env"), flag, "-config-type=args")))
                .isEqualTo(setting.given());
    }

    @Test
    void aFlagBeatsTheEnvironmentAndTheLastOfTwoCounts() {
        Map<String, String> environment = Map.of("POLL_INTERVAL", "2s", "PING_TIMEOUT", "3s");
        DaemonOptions plan = plan(environment, "-poll-interval=4s", "-ka-time=30s", "--poll-interval", "5s");
        assertThat(plan.settings().pollInterval()).isEqualTo(ms(5000));
        assertThat(plan.settings().ping().timeout()).isEqualTo(ms(3000));
        assertThat(plan.settings().ping().keepAliveTime()).isEqualTo(ms(30_000));
    }

    @Test
    void bothNamesOfTheServicesVariableAreKnownAndAnEmptyOneIsNone() {
        Map<String, String> both = Map.of("SERVICES_NAMESPACES", "", "SERVICES_NAMESPACE", "x,y");
        assertThat(plan(both).settings().namespaces().services()).containsExactly("x", "y");
    }

    @Test
    void wordsThatOtherProgramsSetMeanNothing() {
        Map<String, String> others =
                Map.of("HTTP", "80", "STORE", "jdbc:nothing", "WATCH", "maybe", "STRATEGY", "best");
        assertThat(plan(others).shown()).isEqualTo(plan(Map.of()).shown());
        assertThat(variables("http")).containsExactly("DIVVY_DISTRIBUTOR_RUN_HTTP", "DIVVY_DISTRIBUTOR_HTTP");
        assertThat(variables("jdbc-password"))
                .containsExactly(
                        "DIVVY_DISTRIBUTOR_RUN_JDBC_PASSWORD",
                        "DIVVY_DISTRIBUTOR_JDBC_PASSWORD",
                        "DIVVY_JDBC_PASSWORD");
        assertThat(variables("redis-pass"))
                .containsExactly(
                        "DIVVY_DISTRIBUTOR_RUN_REDIS_PASSWORD",
                        "DIVVY_DISTRIBUTOR_REDIS_PASSWORD",
                        "DIVVY_REDIS_PASSWORD",
                        "REDIS_PASS");
    }

    @Test
    void aBooleanNeedsNoValueAndTakesTheWordsOfGo() {
        assertThat(plan(Map.of(), "-ping-watch").settings().ping().watch()).isTrue();
        assertThat(plan(Map.of(), "--ping-watch", "-poll-interval=1s")
                        .settings()
                        .ping()
                        .watch())
                .isTrue();
        for (String no : List.of("0", "f", "F", "false", "FALSE", "False")) {
            assertThat(plan(Map.of("DIVVY_DISTRIBUTOR_RUN_PING_WATCH", "true"), "-ping-watch=" + no)
                            .settings()
                            .ping()
                            .watch())
                    .isFalse();
        }
    }

    @Test
    void anAddressThatOtherMachinesReachNeedsASecondWord() {
        assertThatThrownBy(() -> plan(Map.of("DIVVY_DISTRIBUTOR_RUN_HTTP", "0.0.0.0:80")))
                .hasMessage(
                        "DIVVY_DISTRIBUTOR_RUN_HTTP in the environment: '0.0.0.0:80' would be open to other machines;"
                                + " add --http-open to let them read, or use 127.0.0.1:80");
        for (DaemonOptions open : List.of(
                plan(Map.of(), "-http=0.0.0.0:80", "-http-open"),
                plan(Map.of("DIVVY_DISTRIBUTOR_RUN_HTTP", "0.0.0.0:80", "DIVVY_DISTRIBUTOR_RUN_HTTP_OPEN", "true")))) {
            assertThat(open.http())
                    .hasValueSatisfying(at -> assertThat(at.isOpen()).isTrue());
        }
        assertThat(plan(Map.of(), "-prom-host=0.0.0.0").metrics())
                .hasValueSatisfying(
                        at -> assertThat(at.isOpen() && at.isMetricsOnly()).isTrue());
        assertThat(plan(Map.of()).metrics())
                .hasValueSatisfying(at -> assertThat(at.isOpen()).isFalse());
    }

    @Test
    void aWrongWordIsNamedWithWhereItStands() {
        assertThatThrownBy(() -> plan(Map.of("POLL_INTERVAL", "7")))
                .isInstanceOf(ParameterException.class)
                .hasMessage("POLL_INTERVAL in the environment: '7' has no unit; write 7ms or 7s");
        assertThatThrownBy(() -> plan(Map.of("POLL_INTERVAL", "7"), "-poll-interval=x"))
                .hasMessageContaining("--poll-interval")
                .hasMessageContaining("'x' is not a duration such as 500ms, 1.5s, 1m30s or 1h");
        assertThatThrownBy(() -> plan(Map.of("CONFIG_TYPE", "env", "KA_TIME", "7"), "-ka-time=8s"))
                .hasMessage("KA_TIME in the environment: '7' has no unit; write 7ms or 7s");
    }

    @Test
    void aWrongVariableDoesNotCountWhereAFlagIsGivenOrHelpIsAskedFor() {
        Map<String, String> wrong = Map.of("POLL_INTERVAL", "7");
        assertThat(plan(wrong, "-poll-interval=2s").settings().pollInterval()).isEqualTo(ms(2000));
        CommandLine line = partOfDivvy(wrong);
        parse(line, "--help");
        assertThat(line.isUsageHelpRequested()).isTrue();
        assertThat(line.getUsageMessage()).isEqualTo(partOfDivvy(Map.of()).getUsageMessage());
    }

    @Test
    void theHelpNamesEverySettingWithItsVariableAndDefault() {
        String help = partOfDivvy(Map.of()).getUsageMessage();
        Stream<String> others =
                Stream.of("redis-pass", "redis-rootca-certs", "config-type", "jdbc-user", "jdbc-password", "http-open");
        Stream.concat(settings().map(Setting::name), others).forEach(name -> {
            assertThat(help).contains("--" + name);
            variables(name).stream()
                    .skip(2)
                    .forEach(variable -> assertThat(help).contains(variable));
        });
        assertThat(Arrays.stream(help.split("Default: ", -1)).skip(1))
                .hasSameSizeAs(partOfDivvy(Map.of()).getCommandSpec().options().stream()
                        .filter(option -> option.order() < 0)
                        .toList());
    }

    @Test
    void theHelpHasAHeadingForEachGroupOfSettings() {
        assertThat(partOfDivvy(Map.of()).getUsageMessage().split("\\R", -1))
                .containsSubsequence(
                        "What is divided, and how",
                        "Polls and pings",
                        "Where the lists and the table are: Redis or a database",
                        "The daemon",
                        "Help and settings");
    }

    /** The help file has its texts under the full names of commands. */
    private static CommandLine partOfDivvy(Map<String, String> environment) {
        CommandLine distributor = new CommandLine(CommandSpec.create().name("distributor"));
        CommandLine divvy = new CommandLine(CommandSpec.create().name("divvy"))
                .addSubcommand(distributor.addSubcommand(DistributorRunCommand.create()))
                .setDefaultValueProvider(new SettingDefaults(environment));
        return subcommand(subcommand(divvy, "distributor"), "run");
    }

    private static void parse(CommandLine run, String... args) {
        List<String> words = new ArrayList<>(List.of("distributor", "run"));
        words.addAll(List.of(args));
        run.getParent().getParent().parseArgs(words.toArray(String[]::new));
    }

    private static CommandLine subcommand(CommandLine command, String name) {
        return Objects.requireNonNull(command.getSubcommands().get(name), name);
    }

    private static DaemonOptions plan(Map<String, String> environment, String... args) {
        DistributorRunCommand command = command(environment, args);
        command.ignoredFlags();
        return command.options();
    }

    /** Only read: a model is slow to make. */
    private static final CommandLine RUN = partOfDivvy(Map.of());

    private static OptionSpec option(String name) {
        return RUN.getCommandSpec().findOption("--" + name);
    }

    private static List<String> variables(String name) {
        return SettingDefaults.variables(option(name));
    }

    private static DistributorRunCommand command(Map<String, String> environment, String... args) {
        CommandLine line = partOfDivvy(environment);
        parse(line, args);
        return line.getCommand();
    }
}
