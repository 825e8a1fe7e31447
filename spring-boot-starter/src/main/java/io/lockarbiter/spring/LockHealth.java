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
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The health of the open clients and the started workers. */
final class LockHealth implements LockHealthSource {
  private final ConfigurableListableBeanFactory beans;
  private final GrantWorkers workers;

  LockHealth(ConfigurableListableBeanFactory beans, GrantWorkers workers) {
    this.beans = beans;
    this.workers = workers;
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
}
