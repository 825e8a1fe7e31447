package io.lockarbiter.client.work;

import io.lockarbiter.client.LockClient;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What the jobs of one worker share.
 *
 * @param handlers runs the jobs that the dispatcher lets run, or refuses one for the moment
 * @param interrupts whether a handler is interrupted when its lock is lost
 * @param stop stops the worker, for a reason that no job can go on with
 */
record JobContext(
    LockClient client,
    GrantHandler handler,
    Executor handlers,
    JobDispatcher dispatcher,
    JobReports reports,
    boolean interrupts,
    Consumer<Throwable> stop) {}
