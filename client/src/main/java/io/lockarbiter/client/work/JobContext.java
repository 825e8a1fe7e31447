package io.lockarbiter.client.work;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.ask.EventLoop;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The parts that the jobs of one worker share.
 *
 * @param options as the user gave them
 * @param handlers runs the jobs that the dispatcher lets run, or refuses one for the moment
 * @param timers when something is to be done later
 * @param stop stops the worker, for a reason that no job can go on with
 */
record JobContext(
    LockClient client,
    GrantWorkerOptions options,
    GrantHandler handler,
    Executor handlers,
    JobDispatcher dispatcher,
    EventLoop timers,
    JobReports reports,
    Consumer<Throwable> stop) {}
