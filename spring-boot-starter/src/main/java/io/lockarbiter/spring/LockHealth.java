package io.lockarbiter.spring;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientHealth;
import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.GrantWorkerHealth;
import io.lockarbiter.spring.boot3.LockHealthSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The health of the open clients and the started workers, and of a client that cannot be opened for
 * want of an address.
 */
final class LockHealth implements LockHealthSource {
  private final ConfigurableListableBeanFactory beans;
  private final GrantWorkers workers;
  private final @Nullable String missing;

  /**
   * The health of an application.
   *
   * @param missing why a client of {@link LockClientAutoConfiguration} cannot be opened; null if
   *     its address is known
   */
  LockHealth(
      ConfigurableListableBeanFactory beans, GrantWorkers workers, @Nullable String missing) {
    this.beans = beans;
    this.workers = workers;
    this.missing = missing;
  }

  @Override
  public Look look() {
    Map<String, Object> details = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    boolean isUp = true;
    // A client bean that is no singleton yet has not been used; it is not opened just for a look.
    for (String name :
        beans.getBeanNamesForType(LockClient.class, true, /* allowEagerInit= */ false)) {
      if (beans.containsSingleton(name)) {
        LockClientHealth health = beans.getBean(name, LockClient.class).health();
        isUp &= health.status() == LockClientHealth.Status.READY;
        problems.addAll(health.problems());
        details.put(name, health.status().name());
        details.put(name + ".unanswered", health.unanswered());
        if (health.recordsBehind() != null) {
          details.put(name + ".recordsBehind", health.recordsBehind());
        }
      } else if (missing != null && isAutoConfigured(name)) {
        isUp = false;
        problems.add(missing + " " + MissingBrokersException.REMEDY);
        details.put(name, "NO_ADDRESS");
      }
    }
    for (GrantWorker worker : workers.running()) {
      GrantWorkerHealth health = worker.health();
      isUp &= health.status() == GrantWorkerHealth.Status.RUNNING;
      String name = "worker " + worker.group();
      details.put(name, health.status().name());
      details.put(name + ".lagSeconds", health.lag().toSeconds());
      if (health.earlierEvents() > 0) {
        details.put(name + ".earlierEvents", health.earlierEvents());
      }
      if (health.problem() != null) {
        problems.add(health.problem());
      }
    }
    if (!problems.isEmpty()) {
      details.put("problems", problems);
    }
    return new Look(isUp, details);
  }

  /** Says whether the bean is the client of the starter, rather than one of the application. */
  private boolean isAutoConfigured(String name) {
    return beans.containsBeanDefinition(name)
        && LockClientAutoConfiguration.class
            .getName()
            .equals(beans.getBeanDefinition(name).getFactoryBeanName());
  }
}
