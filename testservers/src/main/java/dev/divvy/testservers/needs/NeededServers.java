package dev.divvy.testservers.needs;

import dev.divvy.testservers.browser.BrowserPrograms;
import dev.divvy.testservers.process.NodeProgram;
import dev.divvy.testservers.process.PythonProgram;
import dev.divvy.testservers.redis.RedisServer;
import dev.divvy.testservers.redis.RedisTools;
import dev.divvy.testservers.sql.MariaServer;
import dev.divvy.testservers.sql.PostgresServer;
import java.lang.annotation.Annotation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips tests whose server is missing, with a message; where servers are required, the tests fail instead. */
final class NeededServers implements ExecutionCondition {

    private static final Map<Class<? extends Annotation>, Supplier<Optional<String>>> MISSING = Map.of(
            NeedsPostgres.class, PostgresServer::missing,
            NeedsMaria.class, MariaServer::missing,
            NeedsRedis.class, RedisServer::missing,
            NeedsRedisTools.class, RedisTools::missing,
            NeedsNode.class, NodeProgram::missing,
            NeedsPython.class, PythonProgram::missing,
            NeedsBrowser.class, BrowserPrograms::missing);

    /** The messages already printed; each is printed once. */
    private static final Set<String> PRINTED = ConcurrentHashMap.newKeySet();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<String> reason = MISSING.entrySet().stream()
                .filter(need -> AnnotationSupport.isAnnotated(context.getElement(), need.getKey()))
                .flatMap(need -> need.getValue().get().stream())
                .sorted()
                .findFirst();
        return reason.map(missing -> skip(missing, context.getDisplayName()))
                .orElseGet(() -> ConditionEvaluationResult.enabled("all needed servers are available"));
    }

    private static ConditionEvaluationResult skip(String missing, String test) {
        if (Servers.required()) {
            throw new IllegalStateException("servers are required, but one is missing. " + missing);
        }
        if (PRINTED.add(test + missing)) {
            System.err.println("SKIPPED: " + test + ". " + missing);
        }
        return ConditionEvaluationResult.disabled(missing);
    }
}
