package io.lockarbiter.client.work;

import io.lockarbiter.client.LockClient;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What the jobs of one worker share.
 *
 * @param handlers has a thread for every job that the dispatcher lets run
 * @param stop stops the worker, for a reason that no job can go on with
 */
record JobContext(
    LockClient client,
    GrantHandler handler,
    Executor handlers,
    JobDispatcher dispatcher,
    JobReports reports,
    Consumer<Throwable> stop) {}
