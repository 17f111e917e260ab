package dev.divvy.spring.outbox;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.ProcessorSettings;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Sets up the outbox in the application's data source: its tables, the template that sends, and the processor that calls the handlers. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
            "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.tracing.MicrometerTracingAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration"
        })
@ConditionalOnSingleCandidate(DataSource.class)
@ConditionalOnProperty(name = "divvy.outbox.enabled", matchIfMissing = true)
@EnableConfigurationProperties(OutboxProperties.class)
@Import({
    OutboxSerializers.Jackson3.class,
    OutboxSerializers.Jackson2.class,
    OutboxSerializers.None.class,
    OutboxJpa.class,
    OutboxTracing.class,
})
public class OutboxAutoConfiguration {

    /** Writes the changes of the current transaction before an event is sent. */
    @FunctionalInterface
    interface Flush extends Runnable {}

    /** Carries the trace of a producer to the handler. */
    interface Tracing {
        Map<String, String> headers();

        HandlingMode.EventHandler traced(HandlingMode.EventHandler handler);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    Outbox outbox(DataSource source, OutboxProperties properties) throws SQLException {
        Outbox outbox = Outbox.on(source, properties.settings());
        return properties.createTables() ? outbox.createIfMissing() : outbox;
    }

    @Bean
    @ConditionalOnMissingBean
    OutboxTemplate outboxTemplate(
            Outbox outbox,
            DataSource source,
            EventSerializer serializer,
            ObjectProvider<Flush> flush,
            ObjectProvider<Tracing> tracing) {
        Tracing traced = tracing.getIfAvailable();
        return new OutboxTemplate(
                outbox,
                source,
                serializer,
                () -> flush.orderedStream().forEach(Runnable::run),
                () -> traced == null ? Map.of() : traced.headers());
    }

    /** Not replaceable, but switched off by a property: an application changes its settings by customizers, and its handling by a bean. */
    @Bean
    OutboxProcessor outboxProcessor(
            Outbox outbox,
            OutboxProperties properties,
            EventSerializer serializer,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<HandlingMode> own,
            ObjectProvider<Tracing> tracing) {
        return new OutboxProcessor(outbox, properties.processor(), () -> settings(properties, beans), () -> {
            HandlerMethods methods = new HandlerMethodFinder(beans, serializer).find();
            HandlingMode handling = own.getIfUnique();
            if (handling != null && !methods.isEmpty()) {
                throw new IllegalStateException(
                        "there are @OutboxHandler methods and a bean of type HandlingMode; an application has one of both");
            }
            if (handling != null || methods.isEmpty()) {
                return Optional.ofNullable(handling);
            }
            Tracing traced = tracing.getIfAvailable();
            return Optional.of(HandlingMode.each(traced == null ? methods : traced.traced(methods)));
        });
    }

    private static ProcessorSettings settings(OutboxProperties properties, ListableBeanFactory beans) {
        ProcessorSettings settings = properties.processor().settings();
        for (OutboxProcessor.Customizer customizer : beans.getBeanProvider(OutboxProcessor.Customizer.class)
                .orderedStream()
                .toList()) {
            settings = customizer.customize(settings);
        }
        for (OutboxProcessor.AbortListener listener : beans.getBeanProvider(OutboxProcessor.AbortListener.class)
                .orderedStream()
                .toList()) {
            settings = settings.withAbortListener(settings.abortListener().andThen(listener::aborted));
        }
        return settings;
    }
}
