package dev.divvy.coordination;

/** A job that must not run beside any other work of its group. Ask {@link ExclusiveRun#check()} before every effect. */
@FunctionalInterface
public interface ExclusiveJob<T> {

    T run(ExclusiveRun alone) throws Exception;
}
