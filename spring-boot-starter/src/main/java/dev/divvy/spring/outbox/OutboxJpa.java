package dev.divvy.spring.outbox;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;

/**
 * With JPA, what the transaction has changed is written before an event is sent. Otherwise the event would get its number before the row of
 * its entity is locked, and events of concurrent transactions could be in another order than their changes.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(
        name = {"jakarta.persistence.EntityManagerFactory", "org.springframework.orm.jpa.EntityManagerFactoryUtils"})
@ConditionalOnBean(type = "jakarta.persistence.EntityManagerFactory")
class OutboxJpa {

    @Bean
    OutboxAutoConfiguration.Flush outboxFlush(EntityManagerFactory factory) {
        return () -> {
            EntityManager manager = EntityManagerFactoryUtils.getTransactionalEntityManager(factory);
            if (manager != null) {
                manager.flush();
            }
        };
    }
}
