package dev.divvy.console.view;

/**
 * A change on the time lane of a member.
 *
 * @param at when it was seen, in milliseconds since 1970
 * @param kind the state from then on: {@code holds}, {@code releasing}, {@code waiting}, {@code idle}, {@code silent} or {@code absent}; or
 *     {@code refused}, which is a moment
 * @param count the pieces that it holds, releases or waits for; the effects that were refused
 */
public record LaneMark(long at, String member, String kind, int count) {}
