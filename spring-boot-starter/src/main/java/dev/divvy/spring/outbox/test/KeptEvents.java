package dev.divvy.spring.outbox.test;

import java.util.Map;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.type.AnnotationMetadata;

/** Keeps the events that were handled, unless the application says for how long. */
final class KeptEvents implements ImportBeanDefinitionRegistrar, EnvironmentAware {

    private static final Map<String, Object> DEFAULT = Map.of("divvy.outbox.processor.keep-done", "1h");

    @Override
    public void setEnvironment(Environment environment) {
        if (environment instanceof ConfigurableEnvironment changeable) {
            changeable.getPropertySources().addLast(new MapPropertySource("events kept for tests", DEFAULT));
        }
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        // All is done: registrars come before the beans that read the environment.
    }
}
