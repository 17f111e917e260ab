package dev.divvy.coordination.member.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TaskThreadTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    @Test
    void stoppingAnEndedThreadSchedulesNoInterrupt() throws InterruptedException {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
        timer.setRemoveOnCancelPolicy(true);
        try {
            TaskThread thread = new TaskThread(new MemberThreads("crew"), "task", Optional.empty(), self -> true);
            thread.start();
            thread.join(HOUR);
            thread.stop(HOUR, timer);
            assertThat(timer.getQueue()).isEmpty();
        } finally {
            timer.shutdownNow();
        }
    }
}
