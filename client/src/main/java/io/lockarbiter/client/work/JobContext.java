package io.lockarbiter.client.work;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.ask.EventLoop;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The parts that the jobs of one worker share.
 *
 * @param options the options of the user
 * @param handlers runs the jobs that the dispatcher starts, or refuses one for the moment
 * @param timers the timers for later tasks
 * @param stop stops the worker, for a reason that ends all jobs
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
