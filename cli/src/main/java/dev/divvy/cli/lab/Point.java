package dev.divvy.cli.lab;

/**
 * How an allocator stood after an event.
 *
 * @param maxOverMean the worst load since the point before
 * @param moves since the beginning
 */
record Point(int event, double maxOverMean, Moves moves) {}
