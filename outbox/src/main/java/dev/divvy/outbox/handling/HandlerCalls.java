package dev.divvy.outbox.handling;

import dev.divvy.outbox.event.HandlingMode;

/** The application's handler, and what watches over its calls. Shared by the workers of a processor. */
record HandlerCalls(HandlingMode handling, HandlerWatchdog watchdog, TargetCircuit circuit, GraceCheck grace) {}
