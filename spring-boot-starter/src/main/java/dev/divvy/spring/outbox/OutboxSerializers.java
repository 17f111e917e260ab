package dev.divvy.spring.outbox;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Type;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The serializer of the Jackson that the application has. */
final class OutboxSerializers {

    private OutboxSerializers() {}

    /** Jackson 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(type = "tools.jackson.databind.json.JsonMapper")
    static class Jackson3 {
        @Bean
        @ConditionalOnMissingBean
        EventSerializer outboxEventSerializer(tools.jackson.databind.json.JsonMapper mapper) {
            return new Jackson3EventSerializer(mapper);
        }
    }

    /** Jackson 2. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(type = "com.fasterxml.jackson.databind.ObjectMapper")
    static class Jackson2 {
        @Bean
        @ConditionalOnMissingBean
        EventSerializer outboxEventSerializer(ObjectMapper mapper) {
            return new Jackson2EventSerializer(mapper);
        }
    }

    /** An application without Jackson sends texts and bytes. */
    @Configuration(proxyBeanMethods = false)
    static class None {
        @Bean
        @ConditionalOnMissingBean
        EventSerializer outboxEventSerializer() {
            return new EventSerializer() {
                @Override
                public byte[] write(Object event) {
                    throw missing();
                }

                @Override
                public Object read(byte[] payload, Type type) {
                    throw missing();
                }

                @Override
                public String contentType() {
                    throw missing();
                }
            };
        }

        private static IllegalStateException missing() {
            return new IllegalStateException(
                    "event objects need Jackson or a bean of type EventSerializer: add spring-boot-starter-json, or send a String or a byte[]");
        }
    }
}
