package dev.divvy.spring.outbox;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds the methods of all beans that handle events. */
final class HandlerMethodFinder {

    private final ConfigurableListableBeanFactory beans;
    private final EventSerializer serializer;

    HandlerMethodFinder(ConfigurableListableBeanFactory beans, EventSerializer serializer) {
        this.beans = beans;
        this.serializer = serializer;
    }

    HandlerMethods find() {
        List<HandlerMethod> found = new ArrayList<>();
        for (String name : beans.getBeanNamesForType(Object.class, true, false)) {
            Class<?> type = AutoProxyUtils.determineTargetClass(beans, name);
            if (type != null && AnnotationUtils.isCandidateClass(type, OutboxHandler.class)) {
                annotated(type).forEach((method, annotation) -> found.add(handler(name, method, annotation)));
            }
        }
        return new HandlerMethods(found);
    }

    private static Map<Method, OutboxHandler> annotated(Class<?> type) {
        return MethodIntrospector.selectMethods(
                type, (Method method) -> AnnotatedElementUtils.findMergedAnnotation(method, OutboxHandler.class));
    }

    private HandlerMethod handler(String name, Method method, OutboxHandler annotation) {
        Object bean = beans.getBean(name);
        return new HandlerMethod(bean, AopUtils.selectInvocableMethod(method, bean.getClass()), annotation, serializer);
    }
}
