package io.lockarbiter.client.work;

import io.lockarbiter.client.LockClient;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What the jobs of one worker share.
 *
 * @param handlers has a thread for every place at the desk
 * @param stop stops the worker, for a reason that no job can go on with
 */
record JobParts(
    LockClient client,
    GrantHandler handler,
    Executor handlers,
    JobDesk desk,
    JobReports reports,
    Consumer<Throwable> stop) {}
