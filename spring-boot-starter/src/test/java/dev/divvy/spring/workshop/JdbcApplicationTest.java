package dev.divvy.spring.workshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.spring.outbox.OutboxHandler;
import dev.divvy.spring.outbox.OutboxProcessor;
import dev.divvy.spring.outbox.OutboxTemplate;
import dev.divvy.testservers.Await;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application on JDBC, which has no JPA on its class path, from its start to its end. */
class JdbcApplicationTest {

    /** Handles boxes; one of them takes a while. */
    @EnableAutoConfiguration
    static class Warehouse {

        private final Queue<String> handled = new ConcurrentLinkedQueue<>();
        private final CountDownLatch released = new CountDownLatch(1);

        @OutboxHandler("Box")
        void on(String payload) throws InterruptedException {
            handled.add(payload);
            if (payload.equals("slow")) {
                released.await();
            }
        }

        @Bean
        WebServer webServer(
                ObjectProvider<OutboxProcessor> processor,
                OutboxTemplate outbox,
                PlatformTransactionManager transactions) {
            return new WebServer(processor, outbox, new TransactionTemplate(transactions));
        }
    }

    /**
     * A bean in the phase in which Spring Boot's web server lets its last requests end. It gets the processor by a provider: Spring would start
     * a bean that it depends on before it, and stop it later, whatever their phases.
     */
    static final class WebServer implements SmartLifecycle {

        private final ObjectProvider<OutboxProcessor> processor;
        private final OutboxTemplate outbox;
        private final TransactionTemplate transaction;

        private volatile boolean running;
        private volatile boolean processorStartedBefore;
        private volatile boolean processorEndedBefore;

        WebServer(ObjectProvider<OutboxProcessor> processor, OutboxTemplate outbox, TransactionTemplate transaction) {
            this.processor = processor;
            this.outbox = outbox;
            this.transaction = transaction;
        }

        @Override
        public void start() {
            processorStartedBefore = processor.getObject().isRunning();
            running = true;
        }

        @Override
        public void stop() {
            processorEndedBefore = !processor.getObject().isRunning();
            transaction.executeWithoutResult(status -> outbox.send("Box", 2, "last request"));
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return DEFAULT_PHASE - 1024;
        }
    }

    private static ConfigurableApplicationContext start(String url) {
        FilteredClassLoader withoutJpa = new FilteredClassLoader(
                "jakarta.persistence", "org.hibernate", "org.springframework.orm", "org.springframework.data.jpa");
        return new SpringApplicationBuilder(Warehouse.class)
                .resourceLoader(new DefaultResourceLoader(withoutJpa))
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=" + url, "spring.main.banner-mode=off", "logging.level.root=ERROR")
                .run("--spring.config.name=warehouse", "--spring.sql.init.mode=never");
    }

    @Test
    void theProcessorStartsLastAndEndsBeforeTheWebServerAndTheDataSource() throws Exception {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        ConfigurableApplicationContext application = start(url);
        Thread closing = new Thread(application::close, "closes the application");
        try {
            assertThat(application.getBeanNamesForType(jakarta.persistence.EntityManagerFactory.class))
                    .isEmpty();
            OutboxTemplate outbox = application.getBean(OutboxTemplate.class);
            sendInAnotherDatabase(outbox);
            new TransactionTemplate(application.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(status -> outbox.send("Box", 1, "slow"));
            Warehouse warehouse = application.getBean(Warehouse.class);
            Await.until("it is being handled", () -> warehouse.handled.contains("slow"));
            OutboxProcessor processor = application.getBean(OutboxProcessor.class);
            WebServer webServer = application.getBean(WebServer.class);
            closing.start();
            Await.until("the processor ends", () -> !processor.isRunning());
            assertThat(webServer.isRunning()).as("it waits for the handler").isTrue();
            warehouse.released.countDown();
            closing.join();
            assertThat(webServer.processorStartedBefore).isFalse();
            assertThat(webServer.processorEndedBefore).isTrue();
            assertThat(new JdbcTemplate(new DriverManagerDataSource(url, "sa", ""))
                            .queryForList("SELECT entity_id FROM divvy_outbox", String.class))
                    .as("the event of the last request; the slow one was completed")
                    .containsExactly("2");
        } finally {
            application.close();
        }
    }

    private static void sendInAnotherDatabase(OutboxTemplate outbox) {
        TransactionTemplate other = new TransactionTemplate(new DataSourceTransactionManager(
                new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID(), "sa", "")));
        assertThatThrownBy(() -> other.executeWithoutResult(status -> outbox.send("Box", 1, "never")))
                .isInstanceOf(IllegalTransactionStateException.class)
                .hasMessage("the current transaction is not one of the outbox's data source: the event would not commit"
                        + " with it");
    }
}
