package io.lockarbiter.client.work;

import org.jspecify.annotations.Nullable;

/** What was so at one moment. */
record WorkerHealth(GrantWorkerHealth.Status status, @Nullable String problem, int partitions)
    implements GrantWorkerHealth {}
