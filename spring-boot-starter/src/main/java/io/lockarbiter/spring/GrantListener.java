package io.lockarbiter.spring;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.work.GrantHandler;
import io.lockarbiter.client.work.GrantWorkerOptions;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobOutcome;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A bean's method that does the work locks are granted for, as a {@link GrantHandler}.
 *
 * <p>The method takes any of {@link Job}, {@link Lease}, {@link LockDetails} and {@link
 * FencingAction}, and returns nothing or a {@link JobOutcome}. Each annotated method is a worker of
 * its own. It starts and stops with the application context, after and before the beans it uses.
 *
 * <pre>{@code
 * @GrantListener("thumbnails")
 * void render(Job job, FencingAction action) { … }
 * }</pre>
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface GrantListener {
  /**
   * The pool whose jobs the method does: the name they are submitted under; may hold placeholders.
   */
  String value();

  /** Consumer group; may hold placeholders. If empty, as {@link GrantWorkerOptions#group} says. */
  String group() default "";

  /**
   * Most jobs at a time; may hold placeholders. If empty, {@code
   * lockarbiter.client.worker.concurrency}.
   */
  String concurrency() default "";
}
