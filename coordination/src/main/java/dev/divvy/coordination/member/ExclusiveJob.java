package dev.divvy.coordination.member;

/** A job that must not run beside any other work of its group. Ask {@link Alone#check()} before every effect. */
@FunctionalInterface
public interface ExclusiveJob<T> {

    T run(Alone alone) throws Exception;
}
