package dev.divvy.cli.resp;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A counter of our own, for this machine only: every command is given to a function, whose answer goes back. Few callers at once. */
public final class Counter implements AutoCloseable {

    private static final int MOST_CALLERS = 16;
    private static final int LONGEST_WORD = 1024;
    private static final int MOST_WORDS = 16;
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private final ServerSocket door;
    private final Function<List<String>, Answer> answering;
    private final Set<Socket> callers = ConcurrentHashMap.newKeySet();
    private final Thread thread = new Thread(this::serve, "divvy-counter");

    private Counter(ServerSocket door, Function<List<String>, Answer> answering) {
        this.door = door;
        this.answering = answering;
        thread.setDaemon(true);
    }

    /**
     * Opens one; 0 is any free port.
     *
     * @param answering called on several threads
     */
    public static Counter at(int port, Function<List<String>, Answer> answering) throws IOException {
        ServerSocket door = new ServerSocket(port, MOST_CALLERS, InetAddress.getLoopbackAddress());
        Counter counter = new Counter(door, answering);
        counter.thread.start();
        return counter;
    }

    public int port() {
        return door.getLocalPort();
    }

    private void serve() {
        while (!door.isClosed()) {
            try {
                Socket caller = door.accept();
                if (callers.size() >= MOST_CALLERS) {
                    caller.close();
                    continue;
                }
                callers.add(caller);
                Thread one = new Thread(() -> serve(caller), "divvy-counter-caller");
                one.setDaemon(true);
                one.start();
            } catch (IOException e) {
                // The end, or a caller that went away at once.
            }
        }
    }

    private void serve(Socket caller) {
        try (caller) {
            caller.setSoTimeout((int) LONGEST_SILENCE.toMillis());
            RespReader reader =
                    new RespReader(new BufferedInputStream(caller.getInputStream()), LONGEST_WORD, MOST_WORDS);
            BufferedOutputStream out = new BufferedOutputStream(caller.getOutputStream());
            RespWriter writer = new RespWriter(out);
            boolean open = true;
            while (open) {
                Answer answer;
                try {
                    answer = answer(reader.read());
                } catch (ProtocolException e) {
                    answer = new Answer.Refused("ERR " + e.getMessage());
                    open = false;
                }
                writer.answer(answer);
                out.flush();
            }
        } catch (EOFException e) {
            // The caller has what it wanted.
        } catch (IOException e) {
            // It went away.
        } finally {
            callers.remove(caller);
        }
    }

    private Answer answer(Answer asked) throws ProtocolException {
        List<Answer> words = asked.parts();
        if (words.isEmpty() || !words.stream().allMatch(Answer.Text.class::isInstance)) {
            throw new ProtocolException("a command is a list of texts");
        }
        return answering.apply(words.stream().map(Answer::shown).collect(Collectors.toList()));
    }

    /** Nobody is answered afterwards: as long as a thread waits at the door, the system still lets callers in. */
    @Override
    public void close() {
        try {
            door.close();
            thread.join(LONGEST_END.toMillis());
        } catch (IOException e) {
            // It is closed all the same.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        callers.forEach(caller -> {
            try {
                caller.close();
            } catch (IOException e) {
                // It is closed all the same.
            }
        });
    }
}
