package dev.divvy.cli.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private Counter counter;

    @BeforeEach
    void open() throws IOException {
        counter = Counter.at(0, CounterTest::answer);
    }

    @AfterEach
    void close() {
        counter.close();
    }

    private static Answer answer(List<String> words) {
        return switch (words.get(0)) {
            case "MANY" ->
                new Answer.Many(List.of(
                        new Answer.Whole(-7), new Answer.Nothing(), Answer.texts("name", "n1"), Answer.texts()));
            case "NO" -> new Answer.Refused("ERR not\nthis");
            case "AUTH" -> words.get(1).equals("right") ? new Answer.Text("OK") : new Answer.Refused("WRONGPASS");
            default -> new Answer.Text(String.join(" ", words));
        };
    }

    private Wire wire(Optional<String> password) throws IOException {
        return Wire.to(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), counter.port()),
                new Access(password, Optional.empty()),
                LONG);
    }

    @Test
    void everyKindOfAnswerComesBack() throws IOException {
        try (Wire wire = wire(Optional.empty())) {
            assertThat(wire.ask("a b", "", "é\r\n")).isEqualTo(new Answer.Text("a b  é\r\n"));
            Answer many = wire.ask("MANY");
            assertThat(many)
                    .isEqualTo(new Answer.Many(List.of(
                            new Answer.Whole(-7), new Answer.Nothing(), Answer.texts("name", "n1"), Answer.texts())));
            assertThat(many.lines()).containsExactly("-7", "(nil)", "name\nn1", "");
            assertThat(many.parts().get(2).fields()).containsEntry("name", "n1").hasSize(1);
            assertThat(wire.ask("NO")).isEqualTo(new Answer.Refused("ERR not this"));
        }
    }

    @Test
    void manyCommandsMayBeOnTheWay() throws IOException {
        try (Wire wire = wire(Optional.empty())) {
            for (int i = 0; i < 1000; i++) {
                wire.send(List.of("echo", Integer.toString(i)));
            }
            wire.flush();
            for (int i = 0; i < 1000; i++) {
                assertThat(wire.answer()).isEqualTo(new Answer.Text("echo " + i));
            }
        }
    }

    @Test
    void aPasswordIsGivenFirst() throws IOException {
        wire(Optional.of("right")).close();
        assertThatThrownBy(() -> wire(Optional.of("wrong"))).hasMessage("it refused the password: WRONGPASS");
    }

    @ParameterizedTest
    @CsvSource({
        "GET / HTTP/1.1, -ERR it does not speak the Redis protocol",
        "*99999999, -ERR 99999999 is more than the 16 that are taken",
        "*1|$99999999, -ERR 99999999 is more than the 1024 that are taken",
        "*1|$x, -ERR 'x' is not a number",
        "*1|$2|abcd, -ERR a text is longer than it said",
        "*0, -ERR a command is a list of texts",
        "*1|:5, -ERR a command is a list of texts",
        "*1|*1|*1|*1|*1|*1|*1|*1|*1|*1, -ERR lists are nested more than 8 deep"
    })
    void whatIsNoCommandIsRefusedAndTheLineClosed(String said, String answer) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), counter.port())) {
            socket.setSoTimeout((int) LONG.toMillis());
            socket.getOutputStream().write((said.replace("|", "\r\n") + "\r\n").getBytes(StandardCharsets.UTF_8));
            InputStream in = socket.getInputStream();
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(answer + "\r\n");
        }
    }

    @Test
    void afterTheEndNobodyAnswers() {
        counter.close();
        assertThatThrownBy(() -> wire(Optional.empty())).isInstanceOf(IOException.class);
    }
}
