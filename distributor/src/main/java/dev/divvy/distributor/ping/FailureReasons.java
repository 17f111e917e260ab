package dev.divvy.distributor.ping;

import io.grpc.Status;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes in a few words why a call failed. */
final class FailureReasons {

    private static final int LONGEST = 160;

    private FailureReasons() {}

    static String of(Status status, ServiceAddress address, Duration timeout) {
        if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
            return "no answer within " + timeout.toMillis() + " ms";
        }
        for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
            String reason = of(cause, address);
            if (reason != null) {
                return reason;
            }
        }
        if (status.getCode() == Status.Code.UNAVAILABLE) {
            return "not reachable: " + clean(status.getDescription());
        }
        return "answers " + status.getCode() + ": " + clean(status.getDescription());
    }

    static String unimplemented(List<PingMethod<?, ?>> methods) {
        String names = methods.stream().map(PingMethod::name).collect(Collectors.joining(" nor "));
        return "unimplemented: " + (methods.size() > 1 ? "neither " : "") + names;
    }

    private static @Nullable String of(Throwable cause, ServiceAddress address) {
        if (cause instanceof UnknownHostException) {
            return "the name " + address.host() + " is not known";
        }
        if (cause instanceof NoRouteToHostException) {
            return "no route to the host";
        }
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (cause instanceof ConnectException) {
            return message.contains("refused") ? "connection refused" : "cannot connect: " + clean(cause.getMessage());
        }
        if (message.contains("connection reset") || message.contains("broken pipe")) {
            return "connection reset";
        }
        return cause.getClass().getSimpleName().contains("Http2Exception")
                ? "does not speak gRPC: " + clean(cause.getMessage())
                : null;
    }

    /** Returns the first line without control characters, because the text may come from the service and goes into a log. */
    private static String clean(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return "no reason given";
        }
        String line = text.strip().lines().findFirst().orElse("").replaceAll("\\p{C}", "?");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
    }
}
