package io.lockarbiter.audit.replay;

import io.lockarbiter.lua.store.LogRecord;
import java.util.List;

/**
 * A command with the events that it caused.
 *
 * @param at log time after the command was taken up, epoch ms
 * @param events in the order in which they were published
 */
public record ReplayStep(
    int partition, LogRecord command, long at, List<RecordedEvent> events, Coverage coverage) {}
