package dev.divvy.boardsql;

import dev.divvy.coordination.Hold;
import dev.divvy.testservers.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** A fenced commit of a process that stops between locking the fence and the commit. The constructor throws if it is refused. */
final class PausedCommit implements AutoCloseable {

    private final CountDownLatch locked = new CountDownLatch(1);
    private final CountDownLatch resume = new CountDownLatch(1);
    private final Connection real;
    private final Future<?> end;

    PausedCommit(TwoProcessGroup group, String row, Hold hold) throws Exception {
        real = group.working(row);
        Connection pausing = (Connection) Proxy.newProxyInstance(
                PausedCommit.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        locked.countDown();
                        resume.await();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        end = group.threads.submit(() -> {
            group.board().commit(pausing, List.of(hold));
            return true;
        });
        Await.until("it has locked, or was throwRefusal", () -> locked.getCount() == 0 || end.isDone());
        if (locked.getCount() > 0) {
            close();
            throwRefusal();
        }
    }

    private void throwRefusal() throws Exception {
        try {
            Await.get(end);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Resumes the commit and waits for it; throws its failure. */
    void finish() throws Exception {
        resume.countDown();
        Await.get(end);
    }

    @Override
    public void close() {
        resume.countDown();
        try {
            TwoProcessGroup.end(real);
        } catch (SQLException e) {
            // The server has ended the connection.
        }
    }
}
