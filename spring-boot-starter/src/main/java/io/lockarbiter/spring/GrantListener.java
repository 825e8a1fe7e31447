package io.lockarbiter.spring;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.work.GrantHandler;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobOutcome;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.Operation;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A bean's method that does the work locks are granted for, as a {@link GrantHandler}.
 *
 * <p>The method takes any of {@link Job}, {@link Lease}, {@link Granted} and {@link FencingAction},
 * and returns nothing or a {@link JobOutcome}. Each annotated method is a worker of its own. It
 * starts and stops with the application context, after and before the beans it uses.
 *
 * <pre>{@code
 * @GrantListener(group = "thumbnails", attributes = "imageId")
 * void render(Job job, FencingAction action) { … }
 * }</pre>
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface GrantListener {
  /** Consumer group of the pool; may hold placeholders. */
  String group();

  /** Takes locks of these operations only; all if empty. */
  Operation[] operations() default {};

  /**
   * Takes locks only whose request has each of these attributes: {@code name}, or {@code
   * name=value}; may hold placeholders. Operations or attributes must be given, or the worker would
   * take the locks of gateways.
   */
  String[] attributes() default {};

  /**
   * Most jobs at a time; may hold placeholders. If empty, {@code
   * lockarbiter.client.worker.concurrency}.
   */
  String concurrency() default "";
}
