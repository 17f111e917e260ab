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

/** A fenced commit of a process that stops after the fence was locked and before the commit. Making one throws what refuses it before. */
final class HaltedCommit implements AutoCloseable {

    private final CountDownLatch locked = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final Connection real;
    private final Future<?> end;

    HaltedCommit(Stage stage, String row, Hold hold) throws Exception {
        real = stage.working(row);
        Connection halting = (Connection) Proxy.newProxyInstance(
                HaltedCommit.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        locked.countDown();
                        goOn.await();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        end = stage.threads.submit(() -> {
            stage.board().commit(halting, List.of(hold));
            return true;
        });
        Await.until("it has locked, or was refused", () -> locked.getCount() == 0 || end.isDone());
        if (locked.getCount() > 0) {
            close();
            refused();
        }
    }

    private void refused() throws Exception {
        try {
            Await.get(end);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Lets it go on, and answers when it is done; throws what it throws. */
    void finish() throws Exception {
        goOn.countDown();
        Await.get(end);
    }

    @Override
    public void close() {
        goOn.countDown();
        try {
            Stage.end(real);
        } catch (SQLException e) {
            // The server has ended it.
        }
    }
}
