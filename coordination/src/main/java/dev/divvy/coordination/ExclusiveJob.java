package dev.divvy.coordination;

/** A job that must not run while any member of its group works. Call {@link ExclusiveRun#check()} before every effect. */
@FunctionalInterface
public interface ExclusiveJob<T> {

    T run(ExclusiveRun run) throws Exception;
}
