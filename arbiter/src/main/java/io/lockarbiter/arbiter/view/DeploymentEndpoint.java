package io.lockarbiter.arbiter.view;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells where the commands of this deployment go: {@code GET /api/deployment}. */
@RestController
final class DeploymentEndpoint {
  private final ShownDeployment deployment;

  DeploymentEndpoint(ShownDeployment deployment) {
    this.deployment = deployment;
  }

  /** The name of the deployment, and the prefix of its topics. */
  @GetMapping("/api/deployment")
  ShownDeployment deployment() {
    return deployment;
  }
}
